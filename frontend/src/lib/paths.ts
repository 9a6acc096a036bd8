import type { Profile } from './session'

/** Which paths are open without a login or show no menu, and where links lead. Which screens exist stands in `screens.ts`. */

export const LOGIN = '/auth/login'

/** Whole segments only: `/my-group/formula-one` does not contain `/form`. */
const contains = (path: string, part: string) => `${path}/`.includes(`${part}/`)

/** Open without a login, whatever else stands in the path. */
export const isFormPath = (path: string) => contains(path, '/form')

const WITHOUT_SIDEBAR = [
  '/auth',
  '/form',
  '/event-management/checkin',
  '/lucky-draw',
  '/verify-email',
  '/unsubscribe',
  '/stop-messages',
  '/invitation',
  '/join',
  '/licenses',
]

/** The pages of logging in and of the links that are over once they were used: nothing leads back to them. */
export const isOutsideOfSession = (path: string) =>
  ['/auth', '/verify-email'].some((part) => path.startsWith(`${part}/`))

export const showsSidebar = (path: string) =>
  path !== '/' && !WITHOUT_SIDEBAR.some((part) => contains(path, part))

/** Where a user lands after login. Any role but COMMITTEE gets the administrator's screens. */
export const homeOf = (role: Profile['role'] | undefined) =>
  role === 'COMMITTEE' ? '/event-management' : '/dashboard'

/** `/form/*` is a page of its own, not a route of this application: link to it with a plain `<a href>`. */
export const registrationPath = (eventId: string) => `/form/${encodeURIComponent(eventId)}`
/** The page's shortest address; a slug stays the event's when its title changes. */
export const shortPath = ({ id, slug }: { id: string; slug: string | null }) =>
  slug ? `/e/${slug}` : registrationPath(id)
/** The public page of an organiser or a group, a page of its own like `/form/*`. */
export const organiserPath = (slug: string) => `/o/${slug}`
export const previewPath = (eventId: string) => `/form/preview/${encodeURIComponent(eventId)}`

/** Where visitors see their own registration, and without its key where they look for it. The key stays in the browser. */
export const ownPagePath = (eventId: string, key = '') =>
  `${registrationPath(eventId)}/ticket${key && `#${key}`}`
