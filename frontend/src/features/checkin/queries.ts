import { queryOptions } from '@tanstack/react-query'
import { eventKey } from '~/features/events/queries'
import { participantsKey } from '~/features/participants/queries'
import { api, call } from '~/lib/api'

/** The public data of an event's check-in: title, appearance, settings and counters. */
export const screenQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'door'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin', { params: { path: { eventId } }, signal })),
  })

/** Date and place, which the welcome screen's own call does not carry. */
export const publicEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'public'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/public', { params: { path: { eventId } }, signal })),
  })

/** Results of a search for guests; few, because staff read them at the door. */
const SEARCH_LIMIT = 8

export const guestsQuery = (eventId: string, search: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'door', search],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: { path: { eventId }, query: { search, limit: SEARCH_LIMIT, page: 1 } },
          signal,
        }),
      ),
  })

/** The paired devices. */
export const keysQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'checkinKeys'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-keys', { params: { path: { eventId } }, signal })),
  })

/** Tickets that let more than one person in, which happens only when a device was offline. */
export const conflictsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'conflicts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-conflicts', { params: { path: { eventId } }, signal })),
  })
