import type { components, operations } from '~/api/schema'
import type { ParticipationType } from '~/features/tickets/participationType'
import type { PageSearch, Sorting } from '~/lib/pageSearch'

export const CODE_STATES = [
  'active',
  'usedUp',
  'expired',
  'inactive',
] as const satisfies readonly components['schemas']['CodeState'][]

type CodeQuery = NonNullable<operations['list_invitation_codes']['parameters']['query']>
export const CODE_SORTS = ['code', 'timesUsed', 'createdAt'] as const satisfies readonly CodeQuery['sort'][]
export type CodeSort = (typeof CODE_SORTS)[number]

/** The values of the list of codes in the address. */
export interface CodeSearch extends PageSearch, Sorting<CodeSort> {
  type?: ParticipationType
  ticket?: string
  state?: (typeof CODE_STATES)[number]
}

export const PAGE_SIZE = 20

/** The filters and the order of the address as the API names them. */
export const codeQueryOf = ({ search, type, ticket, state, sort, order }: CodeSearch) => ({
  search,
  participationType: type,
  ticketId: ticket,
  state,
  sort,
  order,
})

export const hasCodeFilters = ({ search, type, ticket, state }: CodeSearch) =>
  [search, type, ticket, state].some((filter) => filter !== undefined)
