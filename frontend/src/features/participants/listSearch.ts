import { CODE_STATES, type CodeSearch } from '~/features/invitations/search'
import { PARTICIPATION_TYPES } from '~/features/tickets/participationType'
import { readPageSearch } from '~/lib/pageSearch'

/** How a participant stands with the payment; a free ticket is neither paid nor unpaid. */
export const PAYMENTS = ['paid', 'unpaid', 'free'] as const
export type Payment = (typeof PAYMENTS)[number]

export const TABS = ['participants', 'tickets', 'vip'] as const
export type Tab = (typeof TABS)[number]

/** What the address of the participants screen remembers: tab, search, filters and page, some of them shared with the codes. */
export interface ListSearch extends CodeSearch {
  tab?: Tab
  payment?: Payment
  checkin?: 'in' | 'out'
  /** Only who came through this participant. */
  invitedBy?: string
  /** Only who registered in this burst from one network address. */
  burst?: string
  /** Whose side panel is open. */
  person?: string
  /** What their side panel shows; the profile unless it says otherwise. */
  panel?: PanelTab
}

export const PANEL_TABS = ['profile', 'guests', 'history'] as const
export type PanelTab = (typeof PANEL_TABS)[number]

export const PAGE_SIZE = 20

/** Takes what somebody typed into the address bar; what makes no sense is left out. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  return {
    ...readPageSearch(raw),
    tab: oneOf(TABS, raw.tab),
    type: oneOf(PARTICIPATION_TYPES, raw.type),
    payment: oneOf(PAYMENTS, raw.payment),
    checkin: oneOf(['in', 'out'], raw.checkin),
    ticket: text(raw.ticket),
    invitedBy: text(raw.invitedBy),
    burst: text(raw.burst),
    state: oneOf(CODE_STATES, raw.state),
    person: text(raw.person),
    panel: oneOf(['guests', 'history'], raw.panel),
  }
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((choice) => choice === value)

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** The filters as the API names them. */
export function listQueryOf({
  search,
  type,
  payment,
  checkin,
  ticket,
  invitedBy,
  burst,
  page = 1,
}: ListSearch) {
  return {
    search,
    participationType: type,
    paymentStatus: payment === 'free' ? undefined : payment,
    isFree: payment === 'unpaid' || payment === undefined ? undefined : payment === 'free',
    isCheckedIn: checkin && checkin === 'in',
    ticketId: ticket,
    invitedBy,
    burst,
    limit: PAGE_SIZE,
    page,
  }
}

export const hasFilters = ({ search, type, payment, checkin, ticket, invitedBy, burst }: ListSearch) =>
  [search, type, payment, checkin, ticket, invitedBy, burst].some((filter) => filter !== undefined)
