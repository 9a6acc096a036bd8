import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { type Round, verify } from './verification'

type Schemas = components['schemas']
export type Draw = Schemas['LuckyDraw']
export type Settings = Schemas['LuckyDrawSettings']
export type Prize = Schemas['PrizeState']

/** Milliseconds after which an open page asks again by itself, should the live connection have told it nothing. */
const HEARTBEAT = 60_000

/** The address at which a device carries the draw out. */
export const remotePath = (eventId: string) => `/lucky-draw/${eventId}?remote=true`

/** The public view of the draw. */
export const drawQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'luckyDraw'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw', { params: { path: { eventId } }, signal })),
    refetchInterval: HEARTBEAT,
  })

/** Answers only accounts with the right to the draw: that is how the screen learns whether it may draw. */
export const settingsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'luckyDrawSettings'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw/settings', { params: { path: { eventId } }, signal })),
  })

/** The published hash of a round and, once it is drawn, all data to verify it. */
export const roundQuery = (eventId: string, id: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'luckyDrawRound', id],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/lucky-draw/rounds/{id}', { params: { path: { eventId, id } }, signal })),
  })

/** The verification of a round by repeating its draw in this browser. */
export const verdictQuery = (round: Round) =>
  queryOptions({
    queryKey: ['luckyDrawVerdict', round.id, round.seed],
    queryFn: () => verify(round),
  })

/** Refetches the public view and the owner's view after a draw or a fixed list. */
export const refreshDraw = (client: QueryClient, eventId: string) =>
  Promise.all([
    client.invalidateQueries(drawQuery(eventId)),
    client.invalidateQueries(settingsQuery(eventId)),
  ])
