import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeIn } from '~/lib/listPlace'
import { type ListSearch, listQueryOf, PART_SIZE } from '../listSearch'
import { type Participant, participantsQuery } from '../queries'
import { removalsOf, useRemovals } from '../removal/removed'

/**
 * The endless list without participants who are being removed: its beginning, and the parts in view. Only these are
 * refetched when something changes, however far a reader has come.
 */
export function useParticipantRows(eventId: string, search: ListSearch) {
  useRemovals()
  const list = `${eventId} ${JSON.stringify(listQueryOf(search))}`
  const [place, setPlace] = useState(() => placeIn(list))
  // A list that is chosen meanwhile begins at its beginning.
  if (place && place.list !== list) setPlace(undefined)
  const [asked, setAsked] = useState({ list, parts: [1] })
  const query = useQuery({ ...participantsQuery(eventId, search), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const parts = asked.list === list && !isPlaceholderData ? asked.parts : [1]
  const others = useQueries({
    queries: parts.filter((part) => part > 1).map((part) => participantsQuery(eventId, search, part)),
  })
  const found = new Map(parts.filter((part) => part > 1).map((part, at) => [part, others[at]?.data?.items]))
  if (data) found.set(1, data.items)
  const loaded = parts.map((part) => ({ part, items: found.get(part) }))
  const begin = loaded.findIndex(({ items }) => items)
  const gap = loaded.findIndex(({ items }, at) => at > begin && !items)
  const items = withoutRepetition(
    loaded.slice(Math.max(begin, 0), gap === -1 ? undefined : gap).flatMap(({ items }) => items ?? []),
  )
  const offset = ((loaded[begin]?.part ?? 1) - 1) * PART_SIZE
  const total = data?.total ?? 0
  const failed = others.filter(({ error }) => error)

  const onShow = (from: number, to: number) => {
    // Those who are being removed leave room for as many others.
    const removed = removalsOf(eventId).reduce((sum, { ids }) => sum + ids.size, 0)
    const first = Math.floor(from / PART_SIZE) + 1
    const last = Math.max(first, Math.ceil((Math.min(to, total) + removed) / PART_SIZE))
    const next = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    setAsked((now) => (now.list === list && now.parts.join() === next.join() ? now : { list, parts: next }))
  }
  return {
    query: { data: data && { items, total }, error: query.error, refetch: query.refetch },
    endless: {
      list,
      offset,
      total,
      onShow,
      place,
      onReturned: () => setPlace(undefined),
      isLoading: others.some(({ isFetching, data }) => isFetching && !data),
      onRetry: failed.length > 0 ? () => void Promise.all(failed.map(({ refetch }) => refetch())) : undefined,
    },
  }
}

/** Until all parts are fetched again, a participant whom a newcomer has moved on is in two of them. */
function withoutRepetition(people: readonly Participant[]): Participant[] {
  return [...new Map(people.map((person) => [person.id, person])).values()]
}
