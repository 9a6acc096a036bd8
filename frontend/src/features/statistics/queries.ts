import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { EVENTS } from '~/features/events/queries'
import { participantsKey } from '~/features/participants/queries'
import { api, call } from '~/lib/api'
import type { Metric, Period } from './search'

type Schemas = components['schemas']
export type Overview = Schemas['Overview']
export type Comparison = Schemas['Comparison']
export type ChartPoint = Schemas['ChartPoint']

const PARTS = {
  week: { chartType: '7', unit: 'day' },
  year: { chartType: '12', unit: 'month' },
} as const

const MINUTE = 60_000

/** An event's figures are refreshed with its participants, all others with the lists of events. */
const keyOf = (eventId: string | undefined) => [
  ...(eventId ? participantsKey(eventId) : EVENTS),
  'statistics',
]

/** The figures of one event, or of all that the caller may see. */
export const overviewQuery = (period: Period, eventId?: string) =>
  queryOptions({
    queryKey: [...keyOf(eventId), 'overview', period],
    queryFn: ({ signal }) =>
      call(api.GET('/statistic/overview', { params: { query: { ...PARTS[period], eventId } }, signal })),
    // The totals are the same for each period.
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })

/** One figure over time, a point for each day or month. */
export const chartQuery = (period: Period, metric: Metric, eventId?: string) =>
  queryOptions({
    queryKey: [...keyOf(eventId), 'chart', period, metric],
    queryFn: ({ signal }) =>
      call(api.GET('/statistic/chart', { params: { query: { ...PARTS[period], metric, eventId } }, signal })),
    refetchInterval: MINUTE,
  })
