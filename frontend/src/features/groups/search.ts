import type { components, operations } from '~/api/schema'
import { type PageSearch, readPageSearch, readSorting, type Sorting } from '~/lib/pageSearch'

type Schemas = components['schemas']

export const PAGE_SIZE = 20

type GroupQuery = NonNullable<operations['list_groups']['parameters']['query']>
const GROUP_SORTS = ['name', 'foundedDate', 'createdAt'] as const satisfies readonly GroupQuery['sort'][]
export type GroupSort = (typeof GROUP_SORTS)[number]

/** The search parameters of the administrators' list of groups. */
export interface GroupListSearch extends PageSearch, Sorting<GroupSort> {}

export const readGroupListSearch = (raw: Record<string, unknown>): GroupListSearch => ({
  ...readPageSearch(raw),
  ...readSorting(raw, GROUP_SORTS),
})

export const ROLES = ['owner', 'manager', 'member'] as const satisfies readonly Schemas['GroupRole'][]

/** The roles that can be given to members. A group gets another owner only by a transfer. */
export const GIVEN_ROLES = ['member', 'manager'] as const

type MemberQuery = NonNullable<operations['list_members']['parameters']['query']>
const MEMBER_SORTS = ['fullName', 'role', 'attendDate'] as const satisfies readonly MemberQuery['sort'][]
export type MemberSort = (typeof MEMBER_SORTS)[number]

/** Filters, order and page of the list of members. */
export interface MemberSearch extends PageSearch, Sorting<MemberSort> {
  role?: Schemas['GroupRole']
}

export const REQUEST_STATUSES = [
  'pending',
  'accepted',
  'rejected',
  'cancelled',
  'declined',
  'revoked',
  'expired',
] as const satisfies readonly Schemas['RequestStatus'][]

export interface RequestSearch {
  status?: Schemas['RequestStatus']
  page?: number
}

/** The views of the tab "Members" besides the list of members. */
export const VIEWS = ['waiting', 'history'] as const

/** The search parameters of the tab "Members". */
export interface MembershipSearch extends MemberSearch {
  view?: (typeof VIEWS)[number]
  /** The request or invitation to which a notification leads. */
  request?: string
  /** The account of the member to whom a notification leads. */
  member?: string
  status?: Schemas['RequestStatus']
}

export const readMembershipSearch = (raw: Record<string, unknown>): MembershipSearch => ({
  ...readPageSearch(raw),
  ...readSorting(raw, MEMBER_SORTS),
  role: ROLES.find((known) => known === raw.role),
  view: VIEWS.find((known) => known === raw.view),
  request: typeof raw.request === 'string' ? raw.request : undefined,
  member: typeof raw.member === 'string' ? raw.member : undefined,
  status: REQUEST_STATUSES.find((known) => known === raw.status),
})

/** Reads which invitation of the caller a notification leads to. */
export const readInvitation = (raw: Record<string, unknown>): { invitation?: string } => ({
  invitation: typeof raw.invitation === 'string' ? raw.invitation : undefined,
})

/** Reads whether the group has just been created. */
export const readCreated = (raw: Record<string, unknown>): { created?: true } => ({
  created: raw.created === true ? true : undefined,
})

/** The tabs of a group in their order, each with the right of `rightsIn` that it needs. */
export const TABS = {
  discussion: 'reads',
  review: 'leads',
  events: 'reads',
  members: 'reads',
  statistics: 'reads',
  integrations: 'leads',
  settings: 'owns',
} as const
export type Tab = keyof typeof TABS

/** Reads the open tab from the address; undefined stands for the first tab. */
export const readTab = (raw: Record<string, unknown>): { tab?: Tab } => ({
  tab: (Object.keys(TABS) as Tab[]).find((known) => known === raw.tab),
})
