import { queryOptions } from '@tanstack/react-query'
import { api, call } from '~/lib/api'

/** What everyone may see of an event's door: title, looks and counters. */
export const screenQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['door', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin', { params: { path: { eventId } }, signal })),
  })

/** Date and place, which the welcome screen's own call does not carry. */
export const publicEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['publicEvent', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/public', { params: { path: { eventId } }, signal })),
  })

/** Answers only to the event's owner and to administrators: that is how this screen learns whether it belongs to one. */
export const ownEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => call(api.GET('/event/{eventId}', { params: { path: { eventId } }, signal })),
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
