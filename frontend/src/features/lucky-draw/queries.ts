import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { api, call } from '~/lib/api'

type Schemas = components['schemas']
export type Draw = Schemas['LuckyDraw']
export type Settings = Schemas['LuckyDrawSettings']
export type Prize = Schemas['PrizeState']

/** Milliseconds after which an open page asks again by itself, should the live connection have told it nothing. */
const HEARTBEAT = 60_000

/** What everyone sees. */
export const drawQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['luckyDraw', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw', { params: { path: { eventId } }, signal })),
    refetchInterval: HEARTBEAT,
  })

/** Answers only to the event's owner and to administrators: that is how the screen learns whether it belongs to one. */
export const settingsQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['luckyDrawSettings', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw/settings', { params: { path: { eventId } }, signal })),
  })

/** What a round promised and, once it is drawn, all that is needed to check it. */
export const roundQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: ['luckyDrawRound', eventId, id],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw/rounds/{id}', { params: { path: { eventId, id } }, signal })),
  })

interface EventSearch {
  search?: string
  isCancelled: boolean
  limit: number
  page: number
}

export const eventsQuery = (query: EventSearch) =>
  queryOptions({
    queryKey: ['events', 'luckyDraw', query],
    queryFn: ({ signal }) => call(api.GET('/event', { params: { query }, signal })),
  })
