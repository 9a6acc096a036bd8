import { readPageSearch } from '~/lib/pageSearch'

/** What the address of a list of requests remembers. */
export interface DataRequestSearch {
  /** Absent for those that wait. */
  state?: 'closed'
  page?: number
}

export const readDataRequestSearch = (raw: Record<string, unknown>): DataRequestSearch => ({
  state: raw.state === 'closed' ? 'closed' : undefined,
  page: readPageSearch(raw).page,
})
