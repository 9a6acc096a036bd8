import {
  type Icon,
  IconBell,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCash,
  IconCompass,
  IconLayoutDashboard,
  IconNews,
  IconPackage,
  IconServerCog,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import type { ParseKeys } from 'i18next'
import type { FileRouteTypes } from '~/routeTree.gen'
import type { Feature } from './language'
import type { Profile } from './session'

type RouteId = FileRouteTypes['id']
type Role = Profile['role']

/** `loggedOut`: users who are logged in get the start page of their role instead. */
type Access = 'everyone' | 'loggedOut' | 'users' | Role

interface Screen {
  /** The roles that may open it. The server decides about the data on it. */
  access: Access
  title?: ParseKeys
  /** Features whose texts it shows, beside the texts of the frame. */
  texts?: readonly Feature[]
  /** Roles with the screen in their main menu; the order of the table is the order of the menu. */
  menu?: readonly Role[]
  icon?: Icon
  /** The menu shows it under the heading "Groups". */
  isGroup?: boolean
}

const BOTH = ['COMMITTEE', 'ADMIN'] as const

/** All screens by the identifier of their route: the guard, the menu and the titles come from here. */
const SCREENS: Record<RouteId, Screen> = {
  // For paths without a screen.
  __root__: { access: 'everyone' },
  '/': { access: 'everyone' },
  '/auth/login/': { access: 'loggedOut' },
  '/auth/login/$': { access: 'loggedOut' },
  '/auth/sign-up/': { access: 'loggedOut' },
  '/auth/sign-up/$': { access: 'loggedOut' },
  '/auth/forgot-password': { access: 'everyone' },
  '/auth/reset-password/$token': { access: 'everyone' },
  '/verify-email/$token': { access: 'everyone' },
  '/invitation/$token': { access: 'everyone', texts: ['groups'] },
  '/guides/': { access: 'everyone', texts: ['guides'] },
  '/guides/$guide': { access: 'everyone', texts: ['guides'] },
  '/join/$key': { access: 'everyone', texts: ['groups'] },
  '/unsubscribe/$token': { access: 'everyone', texts: ['notifications'] },
  '/stop-messages/$token': { access: 'everyone', texts: ['messages'] },
  '/licenses': { access: 'everyone', texts: ['licenses'] },
  '/event-management/checkin/$eventId': { access: 'everyone', texts: ['checkin', 'guides'] },
  '/lucky-draw/$eventId': { access: 'everyone', texts: ['guides', 'luckyDraw'] },
  '/dashboard': {
    access: 'ADMIN',
    texts: ['statistics'],
    title: 'shell.menu./dashboard',
    menu: ['ADMIN'],
    icon: IconLayoutDashboard,
  },
  '/committee-management': {
    access: 'ADMIN',
    texts: ['committees', 'profile', 'system'],
    title: 'shell.menu./committee-management',
    menu: ['ADMIN'],
    icon: IconBuildingCommunity,
  },
  '/event-management/': {
    access: 'users',
    texts: ['events', 'statistics'],
    title: 'shell.menu./event-management',
    menu: BOTH,
    icon: IconCalendarEvent,
  },
  '/event-management/$': { access: 'users', texts: ['events'] },
  '/event-management/add-new': { access: 'users', texts: ['events', 'tickets'] },
  '/event-management/edit/$eventId': { access: 'users', texts: ['events', 'tickets'] },
  '/event-management/$eventId': {
    access: 'users',
    texts: ['eventHome', 'events', 'statistics'],
  },
  '/event-management/$eventId_/data-requests': { access: 'users', texts: ['dataRequests', 'events'] },
  '/event-management/$eventId_/integrations': { access: 'users', texts: ['events', 'webhooks'] },
  '/event-management/$eventId_/money': {
    access: 'users',
    texts: ['events', 'invoices', 'money', 'participants'],
  },
  '/event-management/$eventId_/page': { access: 'users', texts: ['events'] },
  '/group-management/': {
    access: 'ADMIN',
    texts: ['groups'],
    title: 'shell.menu./group-management',
    menu: ['ADMIN'],
    icon: IconUsersGroup,
  },
  '/group-management/add-new': { access: 'users', texts: ['groups'], title: 'shell.title.newGroup' },
  '/group-management/$groupId': {
    access: 'users',
    texts: ['groups', 'points'],
    title: 'shell.title.groupMembers',
  },
  '/plan-management': {
    access: 'ADMIN',
    texts: ['plans'],
    title: 'shell.menu./plan-management',
    menu: ['ADMIN'],
    icon: IconPackage,
  },
  '/plan/$planId': { access: 'ADMIN', texts: ['plans'], title: 'shell.title.plan' },
  '/system': {
    access: 'ADMIN',
    texts: ['dataRequests', 'system'],
    title: 'shell.menu./system',
    menu: ['ADMIN'],
    icon: IconServerCog,
  },
  '/participant-management/': {
    access: 'users',
    texts: ['events', 'participants'],
    title: 'shell.menu./participant-management',
    menu: ['COMMITTEE'],
    icon: IconUserCheck,
  },
  '/participant-management/$eventId/$': {
    access: 'users',
    texts: ['checkin', 'events', 'invitationCodes', 'invoices', 'participants', 'statistics', 'tickets'],
  },
  '/participant-management/$eventId/door': { access: 'users', texts: ['checkin', 'events'] },
  '/participant-management/$eventId/messages': {
    access: 'users',
    texts: ['events', 'messages', 'participants'],
  },
  '/participant-management/$eventId/staff': { access: 'users', texts: ['participants'] },
  '/money': {
    access: 'users',
    texts: ['money', 'participants'],
    title: 'shell.menu./money',
    menu: ['COMMITTEE'],
    icon: IconCash,
  },
  '/my-feed': {
    access: 'users',
    texts: ['posts'],
    title: 'shell.menu./my-feed',
    menu: ['COMMITTEE'],
    icon: IconNews,
    isGroup: true,
  },
  '/my-group/': {
    access: 'users',
    texts: ['groups'],
    title: 'shell.menu./my-group',
    menu: ['COMMITTEE'],
    icon: IconUsersGroup,
    isGroup: true,
  },
  '/my-group/$groupId/': {
    access: 'users',
    texts: ['events', 'groupEvents', 'groups', 'organiserPage', 'points', 'posts', 'rollCall', 'webhooks'],
    title: 'shell.title.group',
  },
  '/my-group/$groupId/roll-call/$eventId': {
    access: 'users',
    texts: ['checkin', 'rollCall'],
    title: 'shell.title.rollCall',
  },
  '/my-group/$groupId/$postId': { access: 'users', texts: ['posts'], title: 'shell.title.post' },
  '/discovery': {
    access: 'COMMITTEE',
    texts: ['groups'],
    title: 'shell.menu./discovery',
    menu: ['COMMITTEE'],
    icon: IconCompass,
    isGroup: true,
  },
  '/notifications': {
    access: 'users',
    texts: ['groups', 'notifications'],
    title: 'shell.menu./notifications',
    menu: ['COMMITTEE'],
    icon: IconBell,
  },
  '/lucky-draw/': { access: 'users', texts: ['events', 'luckyDraw'] },
  '/profile': { access: 'users', texts: ['dataRequests', 'events', 'organiserPage', 'plans', 'profile'] },
}

/** Any role but COMMITTEE counts as the administrator's. */
const roleOf = (profile: Profile | null): Role => (profile?.role === 'COMMITTEE' ? 'COMMITTEE' : 'ADMIN')

interface Match {
  routeId: string
  /** Of the root: the routes match only the beginning of the path. */
  _notFound?: boolean
}

/** The screen that the last of the matched routes stands for. */
export const screenOf = (matches: readonly Match[]): Screen => {
  const id = matches[0]?._notFound ? undefined : matches.at(-1)?.routeId
  return SCREENS[(id ?? '__root__') as RouteId]
}

export const useScreen = () => useMatches({ select: screenOf })

export const needsLogin = ({ access }: Screen) => access !== 'everyone' && access !== 'loggedOut'

/** Whether a user who is logged in may open the screen. */
export const mayOpen = ({ access }: Screen, profile: Profile | null) =>
  (access !== 'ADMIN' && access !== 'COMMITTEE') || access === roleOf(profile)

/** The screens in the main menu of a role, those under "Groups" together. */
export function menuOf(profile: Profile | null) {
  const role = roleOf(profile)
  return Object.entries(SCREENS).flatMap(([id, { title, icon, menu, isGroup = false }]) =>
    title && icon && menu?.includes(role) ? [{ path: id.replace(/\/$/, ''), title, icon, isGroup }] : [],
  )
}
