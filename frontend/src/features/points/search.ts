import type { components, operations } from '~/api/schema'
import { readPageSearch } from '~/lib/pageSearch'

type Schemas = components['schemas']
export type PointStatus = Schemas['PointStatus']
type BoardQuery = NonNullable<operations['get_leaderboard']['parameters']['query']>
export type Credit = NonNullable<BoardQuery['by']>
export type RowFigure = operations['list_report_rows']['parameters']['query']['figure']
export type BoardPeriod = NonNullable<BoardQuery['period']>

export const PAGE_SIZE = 20

export const STATUSES = ['pending', 'approved', 'rejected'] as const satisfies readonly PointStatus[]
export const CREDITS = ['sold', 'buy', 'referral'] as const satisfies readonly Credit[]
export const PERIODS = ['month', 'quarter', 'year', 'all'] as const satisfies readonly BoardPeriod[]
/** The figures of the report whose rows are shown beside it. */
const ROWS = [
  'members',
  'joined',
  'left',
  'events',
  'registrations',
  'checkIns',
  'activeMembers',
  'posts',
  'comments',
] as const satisfies readonly RowFigure[]
/** The views of the tab "Statistics" besides the list of points. */
export const PARTS = ['ranking', 'attendance', 'report'] as const

/** The search parameters of the tab "Statistics". Without `show` it lists the points. */
export interface PointSearch {
  show?: (typeof PARTS)[number]
  points?: PointStatus
  /** Only deals, or rows of the report, of this account. */
  of?: string
  by?: Credit
  /** The first and the last day of the deals. */
  from?: string
  to?: string
  period?: Exclude<BoardPeriod, 'month'>
  /** A day of the leaderboard's period, `YYYY-MM-DD`; today if absent. */
  day?: string
  /** The month of the report, `YYYY-MM`; the present one if absent. */
  month?: string
  /** The figure of the report whose rows are shown. */
  rows?: RowFigure
  /** The identifier of the deal that the dialog shows; absent when it is closed. */
  point?: string
  page?: number
}

const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

const ID = /^[\da-f-]{36}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

export const readPointSearch = (raw: Record<string, unknown>): PointSearch => ({
  show: PARTS.find((known) => known === raw.show),
  points: STATUSES.find((known) => known === raw.points),
  of: matching(raw.of, ID),
  by: CREDITS.find((known) => known === raw.by),
  from: matching(raw.from, DAY),
  to: matching(raw.to, DAY),
  period: PERIODS.find((known) => known !== 'month' && known === raw.period) as PointSearch['period'],
  day: matching(raw.day, DAY),
  month: matching(raw.month, /^\d{4}-\d{2}$/),
  rows: ROWS.find((known) => known === raw.rows),
  point: matching(raw.point, /^[\w-]{1,36}$/),
  page: readPageSearch(raw).page,
})

/** Shows another view of the tab, or other deals. */
export type OnSearch = (search: PointSearch, replace?: boolean) => void
