import type { components, operations } from '~/api/schema'
import { readPage } from '~/lib/pageSearch'

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

/** The kinds of things of which the administrator's list names some, and shows all on request. */
export const LISTED_NEEDS = [
  'bursts',
  'searchedTooOften',
  'ownerlessGroups',
  'endingPlans',
] as const satisfies readonly components['schemas']['NeedKind'][]

/** The dashboard's search parameters. */
export interface DashboardSearch extends StatisticsSearch {
  /** The kind of which all things that wait are shown. */
  need?: (typeof LISTED_NEEDS)[number]
  /** The page of these things, from 1. */
  page?: number
}

export const readDashboardSearch = (raw: Record<string, unknown>): DashboardSearch => ({
  ...readStatisticsSearch(raw),
  need: LISTED_NEEDS.find((known) => known === raw.need),
  page: readPage(raw.page),
})

/** The search parameters of a screen with figures. */
export interface StatisticsSearchProps {
  search: StatisticsSearch
  onSearch: (next: StatisticsSearch) => void
}
