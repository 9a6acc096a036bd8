import type { components } from '~/api/schema'
import type { ParticipationType } from '~/features/tickets/participationType'
import type { PageSearch } from '~/lib/pageSearch'

export const CODE_STATES = [
  'active',
  'usedUp',
  'expired',
  'inactive',
] as const satisfies readonly components['schemas']['CodeState'][]

/** What the address remembers of the list of codes. */
export interface CodeSearch extends PageSearch {
  type?: ParticipationType
  ticket?: string
  state?: (typeof CODE_STATES)[number]
}

export const PAGE_SIZE = 20

/** The filters of the address as the API names them. */
export const codeQueryOf = ({ search, type, ticket, state }: CodeSearch) => ({
  search,
  participationType: type,
  ticketId: ticket,
  state,
})

export const hasCodeFilters = (search: CodeSearch) =>
  Object.values(codeQueryOf(search)).some((filter) => filter !== undefined)
