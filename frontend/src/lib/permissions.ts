import type { Profile } from './session'

/**
 * Which menu a role sees. Only what is offered, never what is allowed: the server decides
 * that, and a screen it refuses shows so.
 */

export type MenuPath =
  | '/event-management'
  | '/participant-management'
  | '/my-feed'
  | '/my-group'
  | '/discovery'
  | '/notifications'
  | '/dashboard'
  | '/committee-management'
  | '/group-management'
  | '/plan-management'

export type MenuEntry = { path: MenuPath } | { heading: 'groups'; children: MenuPath[] }

const COMMITTEE_MENU: MenuEntry[] = [
  { path: '/event-management' },
  { path: '/participant-management' },
  { heading: 'groups', children: ['/my-feed', '/my-group', '/discovery'] },
  { path: '/notifications' },
]

const ADMIN_MENU: MenuEntry[] = [
  { path: '/dashboard' },
  { path: '/committee-management' },
  { path: '/event-management' },
  { path: '/group-management' },
  { path: '/plan-management' },
]

/** Any role but COMMITTEE sees the administrator's menu. */
export const menuOf = (profile: Pick<Profile, 'role'> | null): MenuEntry[] =>
  profile?.role === 'COMMITTEE' ? COMMITTEE_MENU : ADMIN_MENU

export const isAdmin = (profile: Pick<Profile, 'role'> | null) => profile?.role === 'ADMIN'
