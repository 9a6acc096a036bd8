import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components, operations } from '~/api/schema'
import { api, call } from '~/lib/api'
import { fromWallClock } from '~/lib/dates'
import { readLicenses } from './licenses'
import { type AuditSearch, type JobSearch, type MailSearch, PAGE_SIZE } from './search'

type Schemas = components['schemas']
type AuditQuery = NonNullable<operations['list_audit_log']['parameters']['query']>

export type SystemState = Schemas['SystemState']
export type LaneState = Schemas['LaneState']
export type Need = Schemas['Need']
export type Job = Schemas['Job']
export type Mail = Schemas['Mail']
export type AuditEntry = Schemas['AuditEntry']

/** The beginning of the keys of everything about the running platform. */
const SYSTEM = ['system']

/** Milliseconds between two requests for the state. */
const POLL = 10_000
const MINUTE = 60_000

export const refreshSystem = (client: QueryClient) => client.invalidateQueries({ queryKey: SYSTEM })

export const systemQuery = queryOptions({
  queryKey: [...SYSTEM, 'state'],
  queryFn: ({ signal }) => call(api.GET('/system', { signal })),
  refetchInterval: POLL,
})

/** Everything that waits for administrators. */
export const needsQuery = queryOptions({
  queryKey: [...SYSTEM, 'needs'],
  queryFn: ({ signal }) => call(api.GET('/system/needs', { signal })),
  refetchInterval: MINUTE,
})

/** All things of one kind that wait, which the list of all kinds names in part. */
export const needThingsQuery = (kind: Need['kind'], page: number) => {
  const query = { kind, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...SYSTEM, 'needs', query],
    queryFn: ({ signal }) => call(api.GET('/system/needs/things', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE,
  })
}

export const jobsQuery = ({ state = 'dead', kind, page = 1 }: JobSearch) => {
  const query = { state, kind, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...SYSTEM, 'jobs', query],
    queryFn: ({ signal }) => call(api.GET('/system/jobs', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const mailsQuery = ({ search, state, template, page = 1 }: MailSearch) => {
  const query = { search, state, template, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...SYSTEM, 'mails', query],
    queryFn: ({ signal }) => call(api.GET('/system/mails', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

const DAY = 24 * 60 * 60 * 1000

/** Returns the first moment in Vietnam of the day that lies `later` days after `day`. */
function begin(day: string | undefined, later = 0) {
  const moment = day && fromWallClock(`${day} 00:00:00`)
  return moment ? new Date(Date.parse(moment) + later * DAY).toISOString() : undefined
}

export const auditQuery = ({ action, actor, subject, ip, from, to, page = 1 }: AuditSearch) => {
  const query = {
    // One text, because the API takes several names separated by commas.
    action: action === undefined ? undefined : ([action] as AuditQuery['action']),
    actor,
    subject,
    ip,
    from: begin(from),
    until: begin(to, 1),
    page,
    limit: PAGE_SIZE,
  }
  return queryOptions({
    queryKey: [...SYSTEM, 'audit', query],
    queryFn: ({ signal }) => call(api.GET('/system/audit', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The last use of an account, and one page of its actions. */
export const activityQuery = (id: string, page = 1) => {
  const query = { page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...SYSTEM, 'activity', id, query],
    queryFn: ({ signal }) =>
      call(api.GET('/users/{id}/activity', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** Accounts to choose from, by a part of name, company, e-mail or phone. */
export const accountsQuery = (search: string) => {
  const query = { search: search || undefined, limit: 20 }
  return queryOptions({
    queryKey: [...SYSTEM, 'accounts', query],
    queryFn: ({ signal }) => call(api.GET('/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The components of the program. They change with the program alone. */
export const licensesQuery = queryOptions({
  queryKey: ['licenses'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/licenses.txt', { signal })
    if (!answer.ok) throw new Error(String(answer.status))
    return readLicenses(await answer.text())
  },
  staleTime: Number.POSITIVE_INFINITY,
})
