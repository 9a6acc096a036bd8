import type { operations } from '~/api/schema'

type ChartQuery = NonNullable<operations['get_chart']['parameters']['query']>

/** The periods of figures and charts; each ends now. */
export const PERIODS = ['week', 'year'] as const
export type Period = (typeof PERIODS)[number]

export const METRICS = [
  'participants',
  'checkedIn',
  'received',
  'events',
  'accounts',
  'visits',
] as const satisfies readonly ChartQuery['metric'][]
export type Metric = (typeof METRICS)[number]

/** The metrics of the whole platform. */
export const PLATFORM_METRICS = METRICS.filter((metric) => metric !== 'visits')

/** The metrics of an organiser's events together. */
export const SHARED_METRICS = PLATFORM_METRICS.filter((metric) => metric !== 'accounts')

/** The metrics of one event. */
export const EVENT_METRICS = METRICS.filter((metric) => metric !== 'events' && metric !== 'accounts')

/** The figures in the address: the last seven days and the participants unless it says otherwise. */
export interface StatisticsSearch {
  period?: Period
  metric?: Metric
}

/** Reads the address and leaves out invalid values. */
export const readStatisticsSearch = (raw: Record<string, unknown>): StatisticsSearch => ({
  period: PERIODS.find((known) => known === raw.period),
  metric: METRICS.find((known) => known === raw.metric),
})

/** The search parameters of a screen with figures. */
export interface StatisticsSearchProps {
  search: StatisticsSearch
  onSearch: (next: StatisticsSearch) => void
}
