import { type PageSearch, readPageSearch } from '~/lib/pageSearch'
import type { EventStatus } from './queries'

/** What the address of the list says. */
export interface EventSearch extends PageSearch {
  status?: EventStatus
}

const STATUSES: readonly unknown[] = ['open', 'upcoming', 'closed'] satisfies EventStatus[]

const isStatus = (value: unknown): value is EventStatus => STATUSES.includes(value)

export const readEventSearch = (raw: Record<string, unknown>): EventSearch => ({
  ...readPageSearch(raw),
  status: isStatus(raw.status) ? raw.status : undefined,
})
