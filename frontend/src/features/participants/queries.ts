import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { api, call } from '~/lib/api'
import { type ListSearch, listQueryOf } from './listSearch'

type Schemas = components['schemas']
export type Participant = Schemas['Participant']
export type Ticket = Schemas['Ticket']
export type Question = Schemas['Question']

interface EventSearch {
  search?: string
  limit: number
  page: number
}

export const eventsQuery = (query: EventSearch) =>
  queryOptions({
    queryKey: ['events', 'picker', query],
    queryFn: ({ signal }) => call(api.GET('/event', { params: { query }, signal })),
  })

/** Every list of the event's participants has a key that begins with this. */
export const participantsKey = (eventId: string) => ['attendances', eventId]

export const participantsQuery = (eventId: string, search: ListSearch) => {
  const query = listQueryOf(search)
  return queryOptions({
    queryKey: [...participantsKey(eventId), query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
  })
}

export const participantQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), id],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances/{id}', { params: { path: { eventId, id } }, signal })),
  })

/** How many there are in all or of one type, and how many of them are inside; for the tabs. */
export const countQuery = (eventId: string, participationType?: 'VIP') =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'count', participationType],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: { path: { eventId }, query: { participationType, limit: 1, page: 1 } },
          signal,
        }),
      ),
    select: ({ total, checkedIn }) => ({ total, checkedIn }),
  })

export const ticketsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['tickets', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/tickets', { params: { path: { eventId } }, signal })),
  })

export const activitiesQuery = (eventId: string) =>
  infiniteQueryOptions({
    queryKey: ['activities', eventId],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/event/{eventId}/activities', {
          params: { path: { eventId }, query: { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

export const keysQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['checkinKeys', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-keys', { params: { path: { eventId } }, signal })),
  })

/** Tickets with which more than one person came in; only a gate without a connection lets that happen. */
export const conflictsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'conflicts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-conflicts', { params: { path: { eventId } }, signal })),
  })
