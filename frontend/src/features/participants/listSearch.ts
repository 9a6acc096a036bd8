import type { operations } from '~/api/schema'
import { CODE_SORTS, CODE_STATES, type CodeSearch, type CodeSort } from '~/features/invitation-codes/search'
import { PARTICIPATION_TYPES } from '~/features/tickets/participationType'
import { readPageSearch, readSorting } from '~/lib/pageSearch'

/** The payment state of a participant; a free ticket is neither paid nor unpaid. */
export const PAYMENTS = ['paid', 'unpaid', 'free'] as const
export type Payment = (typeof PAYMENTS)[number]

export const TABS = ['participants', 'tickets', 'vip'] as const
export type Tab = (typeof TABS)[number]

type ListQuery = NonNullable<operations['list_participants']['parameters']['query']>
export const PARTICIPANT_SORTS = [
  'fullName',
  'registrationTime',
  'amount',
  'paymentStatus',
  'checkedInTime',
] as const satisfies readonly ListQuery['sort'][]
export type ParticipantSort = (typeof PARTICIPANT_SORTS)[number]

/**
 * The search parameters of the participants screen: tab, search, filters and order, some of them shared with the codes,
 * which alone have pages.
 */
export interface ListSearch extends Omit<CodeSearch, 'sort'> {
  sort?: ParticipantSort | CodeSort
  tab?: Tab
  payment?: Payment
  checkin?: 'in' | 'out'
  /** Only who came through this participant. */
  invitedBy?: string
  /** Only who registered in this burst from one network address. */
  burst?: string
  /** The participant whose side panel is open; absent while none is. */
  person?: string
  /** The part that their side panel shows; the profile by default. */
  panel?: PanelTab
}

/** The filters that the choice of an event hands on to its list. */
export type HandedOnFilters = Pick<ListSearch, 'payment' | 'checkin'>

export const PANEL_TABS = ['profile', 'edit', 'guests'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

/** The participants that are asked for at once: the most that the server gives. */
export const PART_SIZE = 100

/** Reads the address and leaves out invalid values. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  return {
    ...readPageSearch(raw),
    ...readSorting(raw, [...PARTICIPANT_SORTS, ...CODE_SORTS]),
    tab: oneOf(TABS, raw.tab),
    type: oneOf(PARTICIPATION_TYPES, raw.type),
    payment: oneOf(PAYMENTS, raw.payment),
    checkin: oneOf(['in', 'out'], raw.checkin),
    ticket: text(raw.ticket),
    invitedBy: text(raw.invitedBy),
    burst: text(raw.burst),
    state: oneOf(CODE_STATES, raw.state),
    person: text(raw.person),
    panel: oneOf(['edit', 'guests'], raw.panel),
  }
}

export function readHandedOnFilters(raw: Record<string, unknown>): HandedOnFilters {
  const { payment, checkin } = parseListSearch(raw)
  return { payment, checkin }
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((choice) => choice === value)

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** The filters as the API names them. */
export function filterOf({ search, type, payment, checkin, ticket, invitedBy, burst }: ListSearch) {
  return {
    search,
    participationType: type,
    paymentStatus: payment === 'free' ? undefined : payment,
    isFree: payment === 'unpaid' || payment === undefined ? undefined : payment === 'free',
    isCheckedIn: checkin && checkin === 'in',
    ticketId: ticket,
    invitedBy,
    burst,
  }
}

export type Filter = ReturnType<typeof filterOf>

/** The order of the participants; undefined if the address has a value of the other list, the codes. */
export const participantSort = ({ sort }: ListSearch) => oneOf(PARTICIPANT_SORTS, sort)

/** The values of the list of codes in the address. */
export const codeSearchOf = (search: ListSearch): CodeSearch => ({
  ...search,
  sort: oneOf(CODE_SORTS, search.sort),
})

/** A part of the list: its filters and order as the API names them, and which part it is, from 1. */
export const listQueryOf = (search: ListSearch, page = 1, limit = PART_SIZE) => ({
  ...filterOf(search),
  sort: participantSort(search),
  order: search.order,
  limit,
  page,
})

/** The list that the address asks for; the tab of the VIPs has no choice of another type. */
export const listedOf = (search: ListSearch): ListSearch =>
  search.tab === 'vip' ? { ...search, type: 'VIP' } : search

/** The filters that show all participants of the tab. */
export const NO_FILTERS = {
  search: undefined,
  type: undefined,
  payment: undefined,
  checkin: undefined,
  ticket: undefined,
  invitedBy: undefined,
  burst: undefined,
} as const satisfies Partial<ListSearch>

export const hasFilters = ({ search, type, payment, checkin, ticket, invitedBy, burst }: ListSearch) =>
  [search, type, payment, checkin, ticket, invitedBy, burst].some((filter) => filter !== undefined)
