/**
 * Which paths exist, who may open them and where the sidebar shows.
 * Pure on purpose: the router, the shell and the tests all ask here. It knows nothing of screens or roles' rights.
 */

export type Role = 'COMMITTEE' | 'ADMIN'

const PUBLIC = [
  '/',
  '/form/{eventId}',
  '/lucky-draw/{eventId}',
  '/event-management/checkin/{eventId}',
  '/auth/login/*',
  '/auth/sign-up/*',
  '/verify-email/{token}',
  '/auth/forgot-password',
  '/auth/reset-password/{token}',
]

const PROTECTED = [
  '/event-management/*',
  '/profile',
  '/form/preview/{eventId}',
  '/participant-management/*',
  '/committee-management',
  '/plan-management',
  '/plan/{planId}',
  '/dashboard',
  '/group-management',
  '/group-management/add-new',
  '/group-management/{groupId}',
  '/lucky-draw',
  '/my-feed',
  '/my-group',
  '/my-group/{groupId}',
  '/my-group/{groupId}/{postId}',
  '/discovery',
  '/notifications',
]

/** What the guard says about a path: show it, send the visitor to log in, or there is no such page. */
export type Verdict = 'allow' | 'login' | 'not-found'

export const LOGIN = '/auth/login'

const segmentsOf = (path: string) => path.split('/').filter(Boolean)

/** `{name}` stands for one segment, a closing `*` for any number of them, none included. */
function matches(pattern: string, path: string): boolean {
  const wanted = segmentsOf(pattern)
  const given = segmentsOf(path)
  const open = wanted.at(-1) === '*'
  if (open) wanted.pop()
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false
  return wanted.every((segment, index) => segment.startsWith('{') || segment === given[index])
}

/** Whole segments only: `/my-group/formula-one` does not contain `/form`. */
function contains(path: string, part: string): boolean {
  return `${path}/`.includes(`${part}/`)
}

/** The public list is asked first, so that `/event-management/checkin/{eventId}` wins over `/event-management/*`. */
export function guard(path: string, loggedIn: boolean): Verdict {
  if (PUBLIC.some((pattern) => matches(pattern, path))) return 'allow'
  if (!PROTECTED.some((pattern) => matches(pattern, path))) return 'not-found'
  return loggedIn || contains(path, '/form') ? 'allow' : 'login'
}

export function showsSidebar(path: string, loggedIn: boolean): boolean {
  if (!loggedIn || segmentsOf(path).length === 0) return false
  const hiding = ['/auth', '/form', '/event-management/checkin', '/lucky-draw', '/verify-email']
  return !hiding.some((part) => contains(path, part))
}

/** Where a user lands after login. Any role but COMMITTEE gets the administrator's screens. */
export function homeOf(role: Role | undefined): '/event-management' | '/dashboard' {
  return role === 'COMMITTEE' ? '/event-management' : '/dashboard'
}

/** `/form/*` is a page of its own, not a route of this application: link to it with a plain `<a href>`. */
export const registrationPath = (eventId: string) => `/form/${encodeURIComponent(eventId)}`
export const previewPath = (eventId: string) => `/form/preview/${encodeURIComponent(eventId)}`
