import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { filterOf, type ListSearch, listQueryOf } from './listSearch'

type Schemas = components['schemas']
export type Participant = Schemas['Participant']
export type Payment = Schemas['Payment']

/** The beginning of the keys of all lists of the event's participants. */
export const participantsKey = (eventId: string) => [...eventKey(eventId), 'attendances']

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
  return lists.flatMap(([, list]) => list?.items ?? []).find((item) => item.id === id && item.ticketCode)
}

/** How many of the mails that did not arrive are named. */
const SHOWN_UNDELIVERED = 10

/** Mails to participants that could not be delivered. */
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

type Counted = Pick<ListSearch, 'type' | 'payment'>

/** How many there are in all, or of those who match, and how many of them are inside; for the chips. */
export const countQuery = (eventId: string, counted: Counted = {}) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'count', counted],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances', {
          params: { path: { eventId }, query: { ...filterOf(counted), limit: 1, page: 1 } },
          signal,
        }),
      ),
    select: ({ total, checkedIn }) => ({ total, checkedIn }),
  })

/** What was received for a participant; asked for anew when the sum changes. */
export const paymentsQuery = (eventId: string, id: string, received: number) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), id, 'payments', received],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances/{id}/payments', { params: { path: { eventId, id } }, signal }),
      ),
    placeholderData: keepPreviousData,
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

/** Many registrations from one network address, of which the organiser has not said that they have read it. */
export const burstsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'bursts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/registration-bursts', { params: { path: { eventId } }, signal })),
  })
