import type { components } from '~/api/schema'

type Schemas = components['schemas']
export type ParticipationType = Schemas['ParticipationType']
export type PaymentStatus = Schemas['PaymentStatus']
export type CodeState = Schemas['CodeState']

export const PARTICIPATION_TYPES = [
  'ORDINARY',
  'VIP',
  'SPONSOR',
  'INVITED',
  'COMMITTEE',
  'TICKET_OWNER',
] as const satisfies readonly ParticipationType[]

export const TABS = ['participants', 'tickets', 'vip'] as const
export type Tab = (typeof TABS)[number]

/** What the address of the participants screen remembers: tab, search, filters and page. */
export interface ListSearch {
  tab?: Tab
  search?: string
  type?: ParticipationType
  payment?: PaymentStatus
  checkin?: 'in' | 'out'
  ticket?: string
  /** Of invitation codes, which share the other filters. */
  state?: CodeState
  page?: number
  /** Whose side panel is open. */
  person?: string
}

export const PAGE_SIZE = 20

/** Takes what somebody typed into the address bar; what makes no sense is left out. */
export function parseListSearch(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw.page)
  return {
    tab: oneOf(TABS, raw.tab),
    search: text(raw.search),
    type: oneOf(PARTICIPATION_TYPES, raw.type),
    payment: oneOf(['paid', 'unpaid'], raw.payment),
    checkin: oneOf(['in', 'out'], raw.checkin),
    ticket: text(raw.ticket),
    state: oneOf(['active', 'inactive', 'expired', 'usedUp'], raw.state),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    person: text(raw.person),
  }
}

const oneOf = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value)

/** The router reads `?search=0912` as a number. */
const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** The filters as the API names them. */
export function listQueryOf({ search, type, payment, checkin, ticket, page = 1 }: ListSearch) {
  return {
    search,
    participationType: type,
    paymentStatus: payment,
    isCheckedIn: checkin && checkin === 'in',
    ticketId: ticket,
    limit: PAGE_SIZE,
    page,
  }
}

export const hasFilters = ({ search, type, payment, checkin, ticket }: ListSearch) =>
  [search, type, payment, checkin, ticket].some((filter) => filter !== undefined)
