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
import { SCREEN_TEXTS } from './screenTexts'
import type { Profile } from './session'

type RouteId = FileRouteTypes['id']
type Role = Profile['role']

/** `loggedOut`: users who are logged in get the start page of their role instead. */
type Access = 'everyone' | 'loggedOut' | 'users' | Role

interface Screen {
  /** The roles that may open it. The server decides about the data on it. */
  access: Access
  title?: ParseKeys
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
  '/invitation/$token': { access: 'everyone' },
  '/guides/': { access: 'everyone' },
  '/guides/$guide': { access: 'everyone' },
  '/join/$key': { access: 'everyone' },
  '/unsubscribe/$token': { access: 'everyone' },
  '/stop-messages/$token': { access: 'everyone' },
  '/licenses': { access: 'everyone' },
  '/event-management/checkin/$eventId': { access: 'everyone' },
  '/lucky-draw/$eventId': { access: 'everyone' },
  '/dashboard': {
    access: 'ADMIN',
    title: 'shell.menu./dashboard',
    menu: ['ADMIN'],
    icon: IconLayoutDashboard,
  },
  '/committee-management': {
    access: 'ADMIN',
    title: 'shell.menu./committee-management',
    menu: ['ADMIN'],
    icon: IconBuildingCommunity,
  },
  '/event-management/': {
    access: 'users',
    title: 'shell.menu./event-management',
    menu: BOTH,
    icon: IconCalendarEvent,
  },
  '/event-management/$': { access: 'users' },
  '/event-management/add-new': { access: 'users' },
  '/event-management/edit/$eventId': { access: 'users' },
  '/event-management/$eventId': {
    access: 'users',
  },
  '/event-management/$eventId_/data-requests': { access: 'users' },
  '/event-management/$eventId_/integrations': { access: 'users' },
  '/event-management/$eventId_/money': {
    access: 'users',
  },
  '/event-management/$eventId_/page': { access: 'users' },
  '/group-management/': {
    access: 'ADMIN',
    title: 'shell.menu./group-management',
    menu: ['ADMIN'],
    icon: IconUsersGroup,
  },
  '/group-management/add-new': { access: 'users', title: 'shell.title.newGroup' },
  '/group-management/$groupId': {
    access: 'users',
    title: 'shell.title.groupMembers',
  },
  '/plan-management': {
    access: 'ADMIN',
    title: 'shell.menu./plan-management',
    menu: ['ADMIN'],
    icon: IconPackage,
  },
  '/plan/$planId': { access: 'ADMIN', title: 'shell.title.plan' },
  '/system': {
    access: 'ADMIN',
    title: 'shell.menu./system',
    menu: ['ADMIN'],
    icon: IconServerCog,
  },
  '/participant-management/': {
    access: 'users',
    title: 'shell.menu./participant-management',
    menu: ['COMMITTEE'],
    icon: IconUserCheck,
  },
  '/participant-management/$eventId/$': {
    access: 'users',
  },
  '/participant-management/$eventId/door': { access: 'users' },
  '/participant-management/$eventId/messages': {
    access: 'users',
  },
  '/participant-management/$eventId/staff': { access: 'users' },
  '/money': {
    access: 'users',
    title: 'shell.menu./money',
    menu: ['COMMITTEE'],
    icon: IconCash,
  },
  '/my-feed': {
    access: 'users',
    title: 'shell.menu./my-feed',
    menu: ['COMMITTEE'],
    icon: IconNews,
    isGroup: true,
  },
  '/my-group/': {
    access: 'users',
    title: 'shell.menu./my-group',
    menu: ['COMMITTEE'],
    icon: IconUsersGroup,
    isGroup: true,
  },
  '/my-group/$groupId/': {
    access: 'users',
    title: 'shell.title.group',
  },
  '/my-group/$groupId/roll-call/$eventId': {
    access: 'users',
    title: 'shell.title.rollCall',
  },
  '/my-group/$groupId/$postId': { access: 'users', title: 'shell.title.post' },
  '/discovery': {
    access: 'COMMITTEE',
    title: 'shell.menu./discovery',
    menu: ['COMMITTEE'],
    icon: IconCompass,
    isGroup: true,
  },
  '/notifications': {
    access: 'users',
    title: 'shell.menu./notifications',
    menu: ['COMMITTEE'],
    icon: IconBell,
  },
  '/lucky-draw/': { access: 'users' },
  '/profile': { access: 'users' },
}

/** Any role but COMMITTEE counts as the administrator's. */
const roleOf = (profile: Profile | null): Role => (profile?.role === 'COMMITTEE' ? 'COMMITTEE' : 'ADMIN')

interface Match {
  routeId: string
  /** Of the root: the routes match only the beginning of the path. */
  _notFound?: boolean
}

const idOf = (matches: readonly Match[]) =>
  ((matches[0]?._notFound ? undefined : matches.at(-1)?.routeId) ?? '__root__') as RouteId

/** The screen that the last of the matched routes stands for. */
export const screenOf = (matches: readonly Match[]): Screen => SCREENS[idOf(matches)]

/** The features whose texts this screen shows. */
export const screenTexts = (matches: readonly Match[]) => SCREEN_TEXTS[idOf(matches)]

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
