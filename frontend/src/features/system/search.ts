import type { components } from '~/api/schema'
import { type DataRequestSearch, readDataRequestSearch } from '~/features/data-requests/search'
import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

type Schemas = components['schemas']

export const TABS = ['overview', 'jobs', 'mails', 'audit', 'data'] as const
export type Tab = (typeof TABS)[number]

export const JOB_STATES = [
  'dead',
  'waiting',
  'running',
  'later',
] as const satisfies readonly Schemas['JobState'][]
export const MAIL_STATES = ['sent', 'waiting', 'givenUp'] as const satisfies readonly Schemas['MailState'][]

export interface JobSearch {
  tab: 'jobs'
  /** The state of the jobs; absent for those that were given up. */
  state?: (typeof JOB_STATES)[number]
  kind?: string
  page?: number
}

export interface MailSearch extends PageSearch {
  tab: 'mails'
  state?: (typeof MAIL_STATES)[number]
  template?: string
}

export interface AuditSearch {
  tab: 'audit'
  /** Names of actions, separated by commas. */
  action?: string
  /** The identifiers of the account that acted, and of the one it was done to. */
  actor?: string
  subject?: string
  ip?: string
  /** The first and the last day, `YYYY-MM-DD`. */
  from?: string
  to?: string
  page?: number
}

export interface DataSearch extends DataRequestSearch {
  tab: 'data'
}

/** The search parameters of the system's screen: the open tab with its filters. */
export type SystemSearch = { tab?: undefined } | DataSearch | JobSearch | MailSearch | AuditSearch

export const PAGE_SIZE = 20

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
const day = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined

export function readSystemSearch(raw: Record<string, unknown>): SystemSearch {
  const { search, page } = readPageSearch(raw)
  switch (raw.tab) {
    case 'jobs':
      return {
        tab: 'jobs',
        state: JOB_STATES.find((known) => known === raw.state),
        kind: text(raw.kind),
        page,
      }
    case 'mails':
      return {
        tab: 'mails',
        state: MAIL_STATES.find((known) => known === raw.state),
        template: text(raw.template),
        search,
        page,
      }
    case 'audit':
      return {
        tab: 'audit',
        action: text(raw.action),
        actor: text(raw.actor),
        subject: text(raw.subject),
        ip: text(raw.ip),
        from: day(raw.from),
        to: day(raw.to),
        page,
      }
    case 'data':
      return { tab: 'data', ...readDataRequestSearch(raw) }
    default:
      return {}
  }
}
