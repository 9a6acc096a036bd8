import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components, operations } from '~/api/schema'
import { answer, api, call } from '~/lib/api'

type Schemas = components['schemas']

export type Event = Schemas['Event']
export type EventSummary = Schemas['EventSummary']
export type EventList = Schemas['EventList']
export type Ticket = Schemas['Ticket']
export type QuestionType = Schemas['QuestionType']
export type Cover = Schemas['Cover']
export type Bank = Schemas['Bank']
export type EventStatus = Schemas['EventStatus']
type EventQuery = NonNullable<operations['get_events']['parameters']['query']>

const MINUTE = 60_000

/** Asked again every minute, because time alone opens and closes events. */
export const eventsQuery = (query: EventQuery) =>
  queryOptions({
    queryKey: ['events', query],
    queryFn: ({ signal }) => call(api.GET('/event', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })

/** The caller's limits without their events. */
export const planQuery = queryOptions({
  queryKey: ['events', 'plan'],
  queryFn: ({ signal }) => call(api.GET('/event', { params: { query: { limit: 1 } }, signal })),
  select: ({ eventLimit, eventsUsed }) => ({ eventLimit, eventsUsed }),
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

/** Everything that tells of one event: the event itself, its ticket classes, its public page, its door and its log. */
const ABOUT_ONE = ['event', 'tickets', 'publicEvent', 'door', 'activities']

/** Wherever an event shows: lists, counts, the plan's "events used", and every screen of the changed one. */
export function useEventsChanged() {
  const queryClient = useQueryClient()
  return (eventId?: string) =>
    Promise.all(
      [['events'], ['me'], ...(eventId ? ABOUT_ONE.map((what) => [what, eventId]) : [])].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

export function useEventCreation() {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) => answer(api.POST('/event', { body })),
    onSuccess: () => changed(),
  })
}

export function useEventChange(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) =>
      answer(api.PUT('/event/{eventId}', { params: { path: { eventId } }, body })),
    onSuccess: () => changed(eventId),
  })
}

export function useEventDeletion() {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (eventId: string) =>
      answer(api.DELETE('/event/{eventId}', { params: { path: { eventId } } })),
    onSuccess: (_, eventId) => changed(eventId),
  })
}

export function useReopening(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['ReopenEvent']) =>
      answer(api.POST('/event/{eventId}/reopen', { params: { path: { eventId } }, body })),
    onSuccess: () => changed(eventId),
  })
}

export function useCancellation(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['CancelEvent']) =>
      answer(api.POST('/event/{eventId}/cancel', { params: { path: { eventId } }, body })),
    onSuccess: () => changed(eventId),
  })
}

export function useTicketCalls(eventId: string) {
  const changed = useEventsChanged()
  const onSuccess = () => changed(eventId)
  const path = (id: string) => ({ params: { path: { eventId, id } } })
  const add = useMutation({
    mutationFn: (body: Schemas['NewTicket']) =>
      answer(api.POST('/event/{eventId}/tickets', { params: { path: { eventId } }, body })),
    onSuccess,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: Schemas['NewTicket'] & { id: string }) =>
      answer(
        api.PUT('/event/{eventId}/tickets/{id}', {
          ...path(id),
          body: { ...body, price: body.price ?? undefined },
        }),
      ),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/event/{eventId}/tickets/{id}', path(id))),
    onSuccess,
  })
  return { add, change, remove }
}

export function useCoverDeletion() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/cover/{id}', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries(coversQuery),
  })
}
