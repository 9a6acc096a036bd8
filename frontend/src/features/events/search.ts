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

/** The states that filter the list; cancelled events stand apart from those whose registration is over. */
export const LISTED_STATES = ['open', 'upcoming', 'closed', 'cancelled'] as const satisfies (
  | EventStatus
  | 'cancelled'
)[]
export type ListedState = (typeof LISTED_STATES)[number]

/** The filter as the API names it: there, a cancelled event is closed, too. */
export const stateQuery = (state: ListedState | undefined): Pick<EventQuery, 'status' | 'isCancelled'> => ({
  status: state === 'cancelled' ? undefined : state,
  isCancelled: state === 'cancelled' || (state === 'closed' ? false : undefined),
})

/** Which events are listed: those of groups, such as their meetings, or those of none. */
export const BELONGINGS = ['own', 'group'] as const
export type Belonging = (typeof BELONGINGS)[number]

/** The address of the list of events. */
export interface EventSearch extends PageSearch, Sorting<EventSort> {
  status?: ListedState
  of?: Belonging
}

export const readEventSearch = (raw: Record<string, unknown>): EventSearch => ({
  ...readPageSearch(raw),
  ...readSorting(raw, EVENT_SORTS),
  status: LISTED_STATES.find((known) => known === raw.status),
  of: BELONGINGS.find((known) => known === raw.of),
})
