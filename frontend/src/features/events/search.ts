import type { operations } from '~/api/schema'
import { type PageSearch, readPageSearch, readSorting, type Sorting } from '~/lib/pageSearch'
import type { EventStatus } from './queries'

type EventQuery = NonNullable<operations['list_events']['parameters']['query']>
export const EVENT_SORTS = [
  'title',
  'eventStartDate',
  'createdAt',
] as const satisfies readonly EventQuery['sort'][]
export type EventSort = (typeof EVENT_SORTS)[number]

/** The address of the list of events. */
export interface EventSearch extends PageSearch, Sorting<EventSort> {
  status?: EventStatus
}

const STATUSES: readonly unknown[] = ['open', 'upcoming', 'closed'] satisfies EventStatus[]

const isStatus = (value: unknown): value is EventStatus => STATUSES.includes(value)

export const readEventSearch = (raw: Record<string, unknown>): EventSearch => ({
  ...readPageSearch(raw),
  ...readSorting(raw, EVENT_SORTS),
  status: isStatus(raw.status) ? raw.status : undefined,
})
