import { queryOptions } from '@tanstack/react-query'
import { api, call } from '~/lib/api'

/** Date and place, which the welcome screen's own call does not carry. */
export const publicEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['publicEvent', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/public', { params: { path: { eventId } }, signal })),
  })

/** Few enough to read at the door; a longer name narrows it down. */
const SEARCH_LIMIT = 8

export const guestsQuery = (eventId: string, search: string) =>
  queryOptions({
    queryKey: ['attendances', eventId, 'door', search],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: { path: { eventId }, query: { search, limit: SEARCH_LIMIT, page: 1 } },
          signal,
        }),
      ),
  })
