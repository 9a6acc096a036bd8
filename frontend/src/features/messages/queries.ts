import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'

type Schemas = components['schemas']
export type MessageSummary = Schemas['MessageSummary']
export type Message = Schemas['ParticipantMessage']
export type Segment = Schemas['Segment']
export type SegmentKind = Schemas['SegmentKind']
export type Starter = Schemas['Starter']
export type StarterKind = Schemas['StarterKind']
export type Delivery = Schemas['Delivery']
export type DeliveryState = Schemas['DeliveryState']

export const PAGE = 20

/** Milliseconds between two looks at a message that is being sent; the server mails every five seconds. */
const WATCHING = 3000

/** Everything about the event's messages has a key that begins with this. */
export const messagesKey = (eventId: string) => [...eventKey(eventId), 'messages']

export const messagesQuery = (eventId: string, page: number) =>
  queryOptions({
    queryKey: [...messagesKey(eventId), 'list', page],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/messages', {
          params: { path: { eventId }, query: { limit: PAGE, page } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'sending') ? WATCHING : false,
  })

export const messageQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...messagesKey(eventId), 'one', id],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/messages/{id}', { params: { path: { eventId, id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? WATCHING : false),
  })

export const deliveriesQuery = (
  eventId: string,
  id: string,
  list: { state?: DeliveryState; page: number },
  isSending: boolean,
) =>
  queryOptions({
    // Refetched once after the sending has ended, because the last page seen may lack the last deliveries.
    queryKey: [...messagesKey(eventId), 'deliveries', id, list, isSending],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/messages/{id}/deliveries', {
          params: { path: { eventId, id }, query: { ...list, limit: PAGE } },
          signal,
        }),
      ),
    // A recipient may still wait although nothing is being sent: both were queried at once, and the last mail left in
    // between.
    refetchInterval: ({ state: { data } }) =>
      isSending || data?.items.some(({ state }) => state === 'waiting') ? WATCHING : false,
  })

/** The number of recipients that a message would have now. */
export const countQuery = (eventId: string, { kind, ticketId }: Segment) =>
  queryOptions({
    queryKey: [...messagesKey(eventId), 'count', kind, ticketId],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/messages/count', {
          params: { path: { eventId }, query: { segment: kind, ticketId: ticketId ?? undefined } },
          signal,
        }),
      ),
    staleTime: 0,
  })

/** The finished messages that fit this moment. */
export const startersQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...messagesKey(eventId), 'starters'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/messages/starters', { params: { path: { eventId } }, signal })),
    staleTime: 0,
  })

/** The mail that the first recipient would get. */
export const previewQuery = (eventId: string, body: Schemas['NewMessage']) =>
  queryOptions({
    queryKey: [...messagesKey(eventId), 'preview', body],
    queryFn: ({ signal }) =>
      call(api.POST('/event/{eventId}/messages/preview', { params: { path: { eventId } }, body, signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

/** Whose messages the key in a mail stops; needs no login. */
export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['messageSubscription', token],
    queryFn: ({ signal }) =>
      call(api.GET('/messages/subscription/{token}', { params: { path: { token } }, signal })),
  })
