import type { EventStatus } from './queries'

/** What the address of the list says. */
export interface EventSearch {
  search?: string
  status?: EventStatus
  page?: number
}

const STATUSES: readonly unknown[] = ['open', 'upcoming', 'closed'] satisfies EventStatus[]

const isStatus = (value: unknown): value is EventStatus => STATUSES.includes(value)

/** Whatever stands in the address, nothing impossible comes out. */
export function readEventSearch(raw: Record<string, unknown>): EventSearch {
  const page = Number(raw.page)
  const search = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : ''
  return {
    search: search || undefined,
    status: isStatus(raw.status) ? raw.status : undefined,
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  }
}
