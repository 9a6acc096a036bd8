import {
  type Icon,
  IconCash,
  IconDoorEnter,
  IconLayoutDashboard,
  IconLayoutList,
  IconMail,
  IconSettings,
  IconShieldLock,
  IconTicket,
  IconUsers,
  IconWebhook,
  IconWheel,
} from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'
import { type EventRight, hasRight } from './eventRights'
import type { Event } from './queries'

const ENTRIES = {
  overview: { icon: IconLayoutDashboard, right: 'overview', link: { to: '/event-management/$eventId' } },
  guests: { icon: IconUsers, right: 'guests', link: { to: '/participant-management/$eventId/$' } },
  tickets: {
    icon: IconTicket,
    right: 'tickets',
    link: { to: '/participant-management/$eventId/$', search: { tab: 'tickets' } },
  },
  money: { icon: IconCash, right: 'money', link: { to: '/event-management/$eventId/money' } },
  messages: { icon: IconMail, right: 'messages', link: { to: '/participant-management/$eventId/messages' } },
  door: { icon: IconDoorEnter, right: 'door', link: { to: '/participant-management/$eventId/door' } },
  draw: { icon: IconWheel, right: 'draw', link: { to: '/lucky-draw/$eventId' } },
  page: { icon: IconLayoutList, right: 'settings', link: { to: '/event-management/$eventId/page' } },
  data: {
    icon: IconShieldLock,
    right: 'personalData',
    link: { to: '/event-management/$eventId/data-requests' },
  },
  integrations: {
    icon: IconWebhook,
    right: 'settings',
    link: { to: '/event-management/$eventId/integrations' },
  },
  settings: { icon: IconSettings, right: 'settings', link: { to: '/event-management/edit/$eventId' } },
} as const satisfies Record<string, { icon: Icon; right: EventRight; link: LinkProps }>

/** The screens inside an event. */
export type EventEntry = keyof typeof ENTRIES

const ALL = Object.keys(ENTRIES) as EventEntry[]

/** A cancelled event has no check-in and no draw, and its page shows nothing but the cancellation. */
const isEnded = (entry: EventEntry) => entry === 'door' || entry === 'draw' || entry === 'page'

type State = Pick<Event, 'isCancelled' | 'rights'>

export const entriesOf = (event: State) =>
  ALL.filter((entry) => hasRight(event, ENTRIES[entry].right) && !(event.isCancelled && isEnded(entry)))

export const iconOf = (entry: EventEntry): Icon => ENTRIES[entry].icon

export const linkOf = (entry: EventEntry, eventId: string): LinkProps => ({
  ...ENTRIES[entry].link,
  params: { eventId },
})

/** The same part of another event, or its overview where it has no such part. */
export const sameEntryOf = (entry: EventEntry, event: State & { id: string }): LinkProps =>
  linkOf(entriesOf(event).includes(entry) ? entry : 'overview', event.id)
