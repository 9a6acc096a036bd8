import { queryOptions } from '@tanstack/react-query'
import { api, call } from './api'

/** What more than one feature asks about an event: one key has one definition. */

const readEvent = (eventId: string, signal: AbortSignal) =>
  call(api.GET('/event/{eventId}', { params: { path: { eventId } }, signal }))

/** Everything its owner sees of it. Answers to the owner and to administrators only. */
export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
  })

/**
 * The same for a form that changes it: always as the server has it when the form opens, because a save names the version
 * it began with, and never asked again under the hands of whoever is editing.
 */
export const editedEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['editedEvent', eventId],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What everyone may see of an event's door: title, looks, settings and counters. */
export const screenQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['door', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin', { params: { path: { eventId } }, signal })),
  })
