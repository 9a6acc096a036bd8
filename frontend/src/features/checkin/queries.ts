import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { participantsKey } from '~/features/participants/queries'
import { api, call } from '~/lib/api'
import { deviceKey } from './pairing'
import type { Door } from './scan'

export type CheckinKey = components['schemas']['CheckinKey']

const MINUTE = 60_000

/** The public data of an event's check-in: title, appearance, settings and counters. */
export const screenQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'door'],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/checkin', {
          params: { path: { eventId }, header: keyHeader({ key: deviceKey(eventId) }) },
          signal,
        }),
      ),
  })

/** Date and place, which the welcome screen's own call does not carry; null where this device may not read them. */
export const publicEventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'public'],
    queryFn: async ({ signal }) => {
      const shown = await call(api.GET('/event/{eventId}/public', { params: { path: { eventId } }, signal }))
      return 'venueAddress' in shown ? shown : null
    },
  })

/** The key of a device, as its calls send it. */
export const keyHeader = ({ key }: Pick<Door, 'key'>) => (key ? { 'X-Checkin-Key': key } : {})

/** The few guests that a search finds. */
export const guestsQuery = (door: Door, search: string) =>
  queryOptions({
    queryKey: [...participantsKey(door.eventId), 'door', search],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/checkin/guests', {
          params: { path: { eventId: door.eventId }, query: { search }, header: keyHeader(door) },
          signal,
        }),
      ),
  })

/** The rights of this device. */
export const deviceQuery = (door: Door) =>
  queryOptions({
    queryKey: [...eventKey(door.eventId), 'door', 'device', door.key],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/checkin/device', {
          params: { path: { eventId: door.eventId }, header: keyHeader(door) },
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

/** The arrivals of the last hour; refetched with each new minute even while no one arrives. */
export const arrivalsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'arrivals'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/arrivals', { params: { path: { eventId } }, signal })),
    refetchInterval: MINUTE,
  })

/** Tickets that let more than one person in, which happens only when a device was offline. */
export const conflictsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'conflicts'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/checkin-conflicts', { params: { path: { eventId } }, signal })),
  })
