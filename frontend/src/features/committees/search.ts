import type { operations } from '~/api/schema'
import { type PageSearch, readPageSearch, readSorting, type Sorting } from '~/lib/pageSearch'

type AccountQuery = NonNullable<operations['list_users']['parameters']['query']>
const COMMITTEE_SORTS = [
  'fullName',
  'email',
  'createdAt',
  'lastSeenAt',
] as const satisfies readonly AccountQuery['sort'][]
export type CommitteeSort = (typeof COMMITTEE_SORTS)[number]

export const COMMITTEE_STATES = ['active', 'suspended'] as const

/** The search parameters of the list of accounts. */
export interface CommitteeSearch extends PageSearch, Sorting<CommitteeSort> {
  state?: (typeof COMMITTEE_STATES)[number]
  country?: string
}

export const PAGE_SIZE = 20

export const readCommitteeSearch = (raw: Record<string, unknown>): CommitteeSearch => ({
  ...readPageSearch(raw),
  ...readSorting(raw, COMMITTEE_SORTS),
  state: COMMITTEE_STATES.find((known) => known === raw.state),
  country: typeof raw.country === 'string' && raw.country ? raw.country : undefined,
})

export const hasCommitteeFilters = ({ search, state, country }: CommitteeSearch) =>
  [search, state, country].some((filter) => filter !== undefined)
