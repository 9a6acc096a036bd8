import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components, paths } from '~/api/schema'
import { api, call } from '~/lib/api'
import { type ListSearch, listQueryOf } from './listSearch'

type Schemas = components['schemas']
export type Participant = Schemas['Participant']
export type Ticket = Schemas['Ticket']
export type InvitationCode = Schemas['InvitationCode']
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

/** The participant as some list has shown them, so that the side panel opens at once. */
export function knownParticipant(client: QueryClient, eventId: string, id: string): Participant | undefined {
  const lists = client.getQueriesData<Schemas['ParticipantPage']>({
    queryKey: participantsKey(eventId),
    predicate: ({ state }) => Array.isArray((state.data as { items?: unknown } | undefined)?.items),
  })
  for (const [, list] of lists) {
    const found = list?.items.find((item) => item.id === id && item.ticketCode)
    if (found) return found
  }
}

/** How many of the mails that did not arrive are named. */
const SHOWN_UNDELIVERED = 10

/** Mails to participants that were given up. */
export const undeliveredQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'undelivered'],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances/undelivered', {
          params: { path: { eventId }, query: { limit: SHOWN_UNDELIVERED, page: 1 } },
          signal,
        }),
      ),
  })

/** Who came through this participant's own codes, at most a hundred of them. */
export const guestsQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), id, 'guests'],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: { path: { eventId }, query: { invitedBy: id, limit: 100, page: 1 } },
          signal,
        }),
      ),
  })

/** The seats somebody shares: their own invitation codes, at most a hundred. */
export const ownCodesQuery = (eventId: string, ownerAttendanceId: string) =>
  queryOptions({
    queryKey: ['invitationCodes', eventId, { ownerAttendanceId }],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/invitation-codes', {
          params: { path: { eventId }, query: { ownerAttendanceId, limit: 100, page: 1 } },
          signal,
        }),
      ),
  })

/** Everybody who runs the event, by name as Vietnamese lists do: by the last word of it. */
export const staffQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'staff'],
    queryFn: async ({ signal }) => {
      const staff: Participant[] = []
      for (let page = 1; ; page += 1) {
        const query = { participationType: 'COMMITTEE', limit: 100, page } as const
        const { items, total } = await call(
          api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal }),
        )
        staff.push(...items)
        if (items.length === 0 || staff.length >= total) return staff.sort(byGivenName)
      }
    },
  })

const collator = new Intl.Collator('vi')
const givenFirst = ({ fullName }: Participant) => fullName.split(' ').reverse().join(' ')
const byGivenName = (a: Participant, b: Participant) => collator.compare(givenFirst(a), givenFirst(b))

/** How many there are in all or of one type, and how many of them are inside; for the tabs. */
export const countQuery = (eventId: string, participationType?: 'VIP' | 'COMMITTEE') =>
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

/** What happened to one participant. */
export const historyQuery = (eventId: string, id: string) =>
  infiniteQueryOptions({
    queryKey: [...participantsKey(eventId), id, 'history'],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/event/{eventId}/attendances/{id}/history', {
          params: { path: { eventId, id }, query: { cursor: pageParam, limit: 20 } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

type LogQuery = NonNullable<paths['/event/{eventId}/activities']['get']['parameters']['query']>
export type ActionKind = NonNullable<LogQuery['kind']>[number]

/** What an event's log is narrowed down to. */
export interface ActivityFilter {
  kind?: ActionKind
  /** Somebody's account. */
  actor?: string
}

export const activitiesQuery = (eventId: string, { kind, actor }: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: ['activities', eventId, { kind, actor }],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/event/{eventId}/activities', {
          params: { path: { eventId }, query: { kind: kind && [kind], actor, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** Everybody with an account whom the event's log names. */
export const actorsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['activities', eventId, 'actors'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/activities/actors', { params: { path: { eventId } }, signal })),
  })

export const keysQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['checkinKeys', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-keys', { params: { path: { eventId } }, signal })),
  })

/** Many registrations from one network address, of which the organiser has not said that they have read it. */
export const burstsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'bursts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/registration-bursts', { params: { path: { eventId } }, signal })),
  })

/** Tickets with which more than one person came in; only a gate without a connection lets that happen. */
export const conflictsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'conflicts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-conflicts', { params: { path: { eventId } }, signal })),
  })
