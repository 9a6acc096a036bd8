import { readPageSearch } from '~/lib/pageSearch'

/** The search parameters of a list of requests. */
export interface DataRequestSearch {
  /** Absent for requests that wait. */
  state?: 'closed'
  page?: number
}

export const readDataRequestSearch = (raw: Record<string, unknown>): DataRequestSearch => ({
  state: raw.state === 'closed' ? 'closed' : undefined,
  page: readPageSearch(raw).page,
})
