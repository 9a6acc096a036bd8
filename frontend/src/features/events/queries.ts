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

/** Always as the server has it now: what is edited must not begin with something older. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => call(api.GET('/event/{eventId}', { params: { path: { eventId } }, signal })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
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

/** Wherever an event shows: lists, counts, the plan's "events used". */
export function useEventsChanged() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['events'] }),
      queryClient.invalidateQueries({ queryKey: ['me'] }),
    ])
}

export function useEventCreation() {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) => answer(api.POST('/event', { body })),
    onSuccess: changed,
  })
}

export function useEventChange(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['EventBody']) =>
      answer(api.PUT('/event/{eventId}', { params: { path: { eventId } }, body })),
    onSuccess: changed,
  })
}

export function useEventDeletion() {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (eventId: string) =>
      answer(api.DELETE('/event/{eventId}', { params: { path: { eventId } } })),
    onSuccess: changed,
  })
}

export function useReopening(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['ReopenEvent']) =>
      answer(api.POST('/event/{eventId}/reopen', { params: { path: { eventId } }, body })),
    onSuccess: changed,
  })
}

export function useCancellation(eventId: string) {
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (body: Schemas['CancelEvent']) =>
      answer(api.POST('/event/{eventId}/cancel', { params: { path: { eventId } }, body })),
    onSuccess: changed,
  })
}

export function useTicketCalls(eventId: string) {
  const path = (id: string) => ({ params: { path: { eventId, id } } })
  const add = useMutation({
    mutationFn: (body: Schemas['NewTicket']) =>
      answer(api.POST('/event/{eventId}/tickets', { params: { path: { eventId } }, body })),
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: Schemas['NewTicket'] & { id: string }) =>
      answer(api.PUT('/event/{eventId}/tickets/{id}', { ...path(id), body })),
  })
  const remove = useMutation({
    mutationFn: (id: string) => answer(api.DELETE('/event/{eventId}/tickets/{id}', path(id))),
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
