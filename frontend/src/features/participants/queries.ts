import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { type Filter, filterOf, type ListSearch, listQueryOf, PART_SIZE } from './listSearch'
import { isRemoved, type Removal, removalsOf, withoutRemoved } from './removal/removed'

type Schemas = components['schemas']
export type Participant = Schemas['Participant']
export type ParticipantPage = Schemas['ParticipantPage']
export type Payment = Schemas['Payment']
export type NewPayment = Schemas['NewPayment']

/** The beginning of the keys of all lists of the event's participants. */
export const participantsKey = (eventId: string) => [...eventKey(eventId), 'attendances']

/** A part of the list, the first one by default. */
export const participantsQuery = (eventId: string, search: ListSearch, page?: number, limit?: number) => {
  const query = listQueryOf(search, page, limit)
  return queryOptions({
    queryKey: [...participantsKey(eventId), query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
    select: (page) => withoutRemoved(page, removalsOf(eventId), query),
  })
}

/** The number of participants who could be reminded to pay. */
export const paymentRemindersQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'payment-reminders'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/payment-reminders', { params: { path: { eventId } }, signal })),
  })

export const participantQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), id],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances/{id}', { params: { path: { eventId, id } }, signal })),
  })

/** The participants as some list has shown them. */
export const knownParticipants = (client: QueryClient, eventId: string): Participant[] =>
  cachedPages(client, eventId)
    .flatMap(([, list]) => list?.items ?? [])
    .filter(({ ticketCode }) => ticketCode)

/** The participant as some list has shown them, so that the side panel opens at once. */
export const knownParticipant = (client: QueryClient, eventId: string, id: string) =>
  knownParticipants(client, eventId).find((item) => item.id === id)

const cachedPages = (client: QueryClient, eventId: string) =>
  client.getQueriesData<ParticipantPage>({
    queryKey: participantsKey(eventId),
    predicate: ({ state }) => Array.isArray((state.data as { items?: unknown } | undefined)?.items),
  })

/** Takes the removed people out of all lists, so that they need not be hidden any longer. */
export function forgetRemoved(client: QueryClient, removal: Removal) {
  for (const [key, page] of cachedPages(client, removal.eventId)) {
    const query = key.at(-1)
    const isListed = page && 'total' in page && typeof query === 'object' && query !== null
    if (isListed) client.setQueryData(key, withoutRemoved(page, [removal], query))
  }
}

/** Learns who they are that match the filters, so that the browser can count them when they are removed. */
export const learnParticipants = (client: QueryClient, eventId: string, filter: Filter, number: number) =>
  Promise.all(
    Array.from({ length: Math.ceil(number / PART_SIZE) }, (_, at) => {
      const query = { ...filter, limit: PART_SIZE, page: at + 1 }
      return client.prefetchQuery({
        queryKey: [...participantsKey(eventId), query],
        queryFn: ({ signal }) =>
          call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
      })
    }),
  )

/** The number of undelivered mails that are named. */
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

/** The guests who came through this participant's own codes, at most a hundred of them. */
export const guestsQuery = (eventId: string, id: string) => {
  const query = { invitedBy: id, limit: PART_SIZE, page: 1 }
  return queryOptions({
    queryKey: [...participantsKey(eventId), id, 'guests', query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
    select: (page) => withoutRemoved(page, removalsOf(eventId), query),
  })
}

/** The staff of the event, by name as Vietnamese lists do: by the last word of it. */
export const staffQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'staff'],
    queryFn: async ({ signal }) => {
      const staff: Participant[] = []
      for (let page = 1; ; page += 1) {
        const query = { participationType: 'COMMITTEE', limit: PART_SIZE, page } as const
        const { items, total } = await call(
          api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal }),
        )
        staff.push(...items)
        if (items.length === 0 || staff.length >= total) return staff.sort(byGivenName)
      }
    },
    select: (staff) => staff.filter((person) => !isRemoved(eventId, person)),
  })

const collator = new Intl.Collator('vi')
const givenFirst = ({ fullName }: Participant) => fullName.split(' ').reverse().join(' ')
const byGivenName = (a: Participant, b: Participant) => collator.compare(givenFirst(a), givenFirst(b))

type Counted = Pick<ListSearch, 'type' | 'payment'>

/** The number of all participants, or of the matching ones, and of those inside; for the chips. */
export const countQuery = (eventId: string, counted: Counted = {}) => {
  const query = { ...filterOf(counted), limit: 1, page: 1 }
  return queryOptions({
    queryKey: [...participantsKey(eventId), 'count', query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
    select: (page) => {
      const { total, checkedIn } = withoutRemoved(page, removalsOf(eventId), query)
      return { total, checkedIn }
    },
  })
}

/** The payments of a participant; refetched when the sum changes. */
export const paymentsQuery = (eventId: string, id: string, received: number) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), id, 'payments', received],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/attendances/{id}/payments', { params: { path: { eventId, id } }, signal }),
      ),
    placeholderData: keepPreviousData,
  })

/** The history of one participant. */
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
