import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ListSearch, listedOf, PART_SIZE } from '../listSearch'
import { type Participant, participantsQuery } from '../queries'
import { isRemoved, useRemovals } from '../removal/removed'

export interface Neighbours {
  /** The place in the whole list, from 1; undefined for a participant in none of the parts that were loaded. */
  place: number | undefined
  total: number
  /** Opens the next (1) or the previous one (−1), and loads their part of the list where that is needed. */
  go: (step: 1 | -1) => void
}

/** The participants before and after the one whose side panel is open. */
export function useNeighbours(
  eventId: string,
  search: ListSearch,
  onSearch: (search: ListSearch) => void,
): Neighbours {
  const queryClient = useQueryClient()
  useRemovals()
  const listed = listedOf(search)
  const { data } = useQuery({ ...participantsQuery(eventId, listed), enabled: search.person !== undefined })
  const total = data?.total ?? 0
  const found = search.person ? findPlace(queryClient, eventId, listed, search.person, total) : undefined

  const go = async (step: 1 | -1) => {
    if (!found || found.place + step < 1 || found.place + step > total) return
    let beside = found.items[found.at + step]
    for (let part = found.part + step; !beside && part >= 1 && part <= partsOf(total); part += step) {
      const { items } = await queryClient.fetchQuery(participantsQuery(eventId, listed, part))
      const others = items.filter((item) => !isRemoved(eventId, item))
      beside = step === 1 ? others[0] : others.at(-1)
    }
    if (beside) onSearch({ ...search, person: beside.id, panel: undefined })
  }
  return { place: found?.place, total, go: (step) => void go(step) }
}

/** At least one more than the participants fill, because those who are being removed are not counted. */
const partsOf = (total: number) => Math.ceil(total / PART_SIZE) + 1

/** Where a participant is, as far as the parts that were loaded tell. */
function findPlace(client: QueryClient, eventId: string, search: ListSearch, id: string, total: number) {
  let before = 0
  for (let part = 1; part <= partsOf(total); part += 1) {
    const items = loadedPart(client, eventId, search, part)
    const at = items?.findIndex((item) => item.id === id) ?? -1
    if (items && at !== -1) return { part, at, items, place: before + at + 1 }
    before += items?.length ?? PART_SIZE
  }
  return undefined
}

function loadedPart(client: QueryClient, eventId: string, search: ListSearch, part: number) {
  const { queryKey } = participantsQuery(eventId, search, part)
  const items: readonly Participant[] | undefined = client.getQueryData(queryKey)?.items
  return items?.filter((item) => !isRemoved(eventId, item))
}
