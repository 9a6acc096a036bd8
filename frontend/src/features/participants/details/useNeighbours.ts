import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ListSearch, listedOf, PAGE_SIZE } from '../listSearch'
import { participantsQuery } from '../queries'
import { isRemoved, useRemovals } from '../removal/removed'

export interface Neighbours {
  /** The place in the whole list, from 1; undefined for a participant who is not on the present page. */
  place: number | undefined
  total: number
  /** Opens the next (1) or the previous one (−1), on another page where that is needed. */
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
  const { data } = useQuery({
    ...participantsQuery(eventId, listedOf(search)),
    enabled: search.person !== undefined,
  })
  const { page = 1 } = search
  const at = data?.items.findIndex(({ id }) => id === search.person) ?? -1
  const place = at === -1 ? undefined : (page - 1) * PAGE_SIZE + at + 1
  const total = data?.total ?? 0

  const go = async (step: 1 | -1) => {
    if (place === undefined || place + step < 1 || place + step > total) return
    const beside = data?.items[at + step]
    if (beside) return onSearch({ ...search, person: beside.id, panel: undefined })
    const turned = { ...search, page: page + step }
    const fetched = await queryClient.fetchQuery(participantsQuery(eventId, listedOf(turned)))
    const items = fetched.items.filter((item) => !isRemoved(eventId, item))
    const person = (step === 1 ? items[0] : items.at(-1))?.id
    if (person) onSearch({ ...turned, person, panel: undefined })
  }
  return { place, total, go: (step) => void go(step) }
}
