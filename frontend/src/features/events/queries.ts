import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { components, operations } from '~/api/schema'
import { meQuery } from '~/features/accounts/queries'
import { answer, api, call } from '~/lib/api'

type Schemas = components['schemas']

export type Event = Schemas['Event']
export type EventSummary = Schemas['EventSummary']
export type EventList = Schemas['EventList']
export type Cover = Schemas['Cover']
export type Bank = Schemas['Bank']
export type EventStatus = Schemas['EventStatus']
type EventQuery = NonNullable<operations['list_events']['parameters']['query']>
type LogQuery = NonNullable<operations['list_event_activities']['parameters']['query']>
export type ActionKind = NonNullable<LogQuery['kind']>[number]

/** Everything about the account's events together has a key that begins with this. */
const EVENTS = ['events']

/** Everything about one event, in whichever feature, has a key that begins with this, so that it is refreshed together. */
export const eventKey = (eventId: string) => ['event', eventId]

/** After any change of an event or in it: lists, counts, seats, log and all else that is shown of it are old. */
export const refreshEvent = (client: QueryClient, eventId: string) =>
  Promise.all([
    client.invalidateQueries({ queryKey: EVENTS }),
    client.invalidateQueries({ queryKey: eventKey(eventId) }),
  ])

const MINUTE = 60_000

/** Asked again every minute, because time alone opens and closes events. */
export const eventsQuery = (query: EventQuery) =>
  queryOptions({
    queryKey: [...EVENTS, query],
    queryFn: ({ signal }) => call(api.GET('/event', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })

/** The caller's limits without their events. */
export const planQuery = queryOptions({
  queryKey: [...EVENTS, 'plan'],
  queryFn: ({ signal }) => call(api.GET('/event', { params: { query: { limit: 1 } }, signal })),
  select: ({ eventLimit, eventsUsed }) => ({ eventLimit, eventsUsed }),
})

const readEvent = (eventId: string, signal: AbortSignal) =>
  call(api.GET('/event/{eventId}', { params: { path: { eventId } }, signal }))

/** Everything its owner sees of it. Answers to the owner and to administrators only. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'details'],
    queryFn: ({ signal }) => readEvent(eventId, signal),
  })

/**
 * The same for a form that changes it: always as the server has it when the form opens, because a save names the version
 * it began with, and never asked again under the hands of whoever is editing; hence the key of its own.
 */
export const editedEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['editedEvent', eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Everything about the event's log has a key that begins with this. */
export const activitiesKey = (eventId: string) => [...eventKey(eventId), 'activities']

/** What an event's log is narrowed down to. */
export interface ActivityFilter {
  kind?: ActionKind
  /** Somebody's account. */
  actor?: string
}

export const activitiesQuery = (eventId: string, { kind, actor }: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey(eventId), { kind, actor }],
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
    queryKey: [...activitiesKey(eventId), 'actors'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/activities/actors', { params: { path: { eventId } }, signal })),
  })

export const coversQuery = queryOptions({
  queryKey: ['covers'],
  queryFn: ({ signal }) => call(api.GET('/cover', { signal })),
})

export const banksQuery = queryOptions({
  queryKey: ['banks'],
  queryFn: ({ signal }) => call(api.GET('/bank', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

export function useEventCreation() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) => answer(api.POST('/event', { body })),
    // The account's plan counts its events.
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: EVENTS }),
        queryClient.invalidateQueries(meQuery),
      ]),
  })
}

export function useEventChange(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) =>
      answer(api.PUT('/event/{eventId}', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

export function useEventDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (eventId: string) =>
      answer(api.DELETE('/event/{eventId}', { params: { path: { eventId } } })),
    onSuccess: (_, eventId) =>
      Promise.all([refreshEvent(queryClient, eventId), queryClient.invalidateQueries(meQuery)]),
  })
}

export function useReopening(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['ReopenEvent']) =>
      answer(api.POST('/event/{eventId}/reopen', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

export function useCancellation(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['CancelEvent']) =>
      answer(api.POST('/event/{eventId}/cancel', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}

export function useCoverDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/cover/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries(coversQuery),
  })
}
