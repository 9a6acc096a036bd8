import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { type ListSearch, PAGE_SIZE } from '../listSearch'
import { participantsQuery } from '../queries'
import { removalsOf, useRemovals } from '../removal/removed'

/** A page of the list without participants who are being removed; if that empties the page, the following ones. */
export function useParticipantPage(eventId: string, search: ListSearch) {
  useRemovals()
  const query = useQuery({ ...participantsQuery(eventId, search), placeholderData: keepPreviousData })
  const { page = 1 } = search
  const removed = removalsOf(eventId).reduce((sum, { ids }) => sum + ids.size, 0)
  const isEmptied = query.data && query.data.items.length === 0 && query.data.total > 0
  // So many whole pages they can fill at most.
  const following = isEmptied ? Math.floor(removed / PAGE_SIZE) : 0
  const others = useQueries({
    queries: Array.from({ length: following }, (_, at) =>
      participantsQuery(eventId, { ...search, page: page + 1 + at }),
    ),
  })
  const items = others.find(({ data }) => data && data.items.length > 0)?.data?.items
  const isPending = query.isPlaceholderData || others.some((other) => other.isPending)
  return {
    data: query.data && { ...query.data, items: items ?? query.data.items },
    error: query.error,
    refetch: query.refetch,
    isPlaceholderData: isPending,
  }
}
