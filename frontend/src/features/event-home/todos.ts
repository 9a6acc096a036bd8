import type { LinkProps } from '@tanstack/react-router'
import { hasRight } from '~/features/events/eventRights'
import type { Event } from '~/features/events/queries'
import { INVOICES, REFUNDS, REVIEW } from '~/features/money/queries'
import type { EventTodo } from './queries'

export type TodoKind =
  | 'letter'
  | 'usedTwice'
  | 'stopped'
  | 'undelivered'
  | 'bursts'
  | 'transfers'
  | 'unpaid'
  | 'refunds'
  | 'invoices'
  | 'full'
  | 'opens'
  | 'device'
  | 'cover'

export interface Todo {
  kind: TodoKind
  /** The number of people or things it is about. */
  count: number
  /** The screen on which the organiser does it. */
  link: LinkProps
}

/**
 * The organiser's tasks at this moment, the most urgent first; none for a cancelled event. Parts of `known` that are
 * still loading, or that the account may not see, cause no task.
 */
export function todosOf(event: Event, known: EventTodo = {}): Todo[] {
  if (event.isCancelled) return []
  const params = { eventId: event.id }
  const guests: LinkProps = { to: '/participant-management/$eventId/$', params }
  const messages = { to: '/participant-management/$eventId/messages', params } as const
  const moneyPage = { to: '/event-management/$eventId/money', params } as const
  const settings: LinkProps = { to: '/event-management/edit/$eventId', params }
  const { stopped = [] } = known
  const todos: Todo[] = [
    {
      kind: 'letter',
      count: known.untold ?? 0,
      link: { to: '/event-management/$eventId', params, search: { letter: true } },
    },
    { kind: 'usedTwice', count: known.usedTwice ?? 0, link: guests },
    {
      kind: 'stopped',
      count: stopped.length,
      link: { ...messages, search: { message: stopped[0] } },
    },
    { kind: 'undelivered', count: known.undelivered ?? 0, link: guests },
    { kind: 'bursts', count: known.bursts ?? 0, link: guests },
    // A transfer may be that of a person who would otherwise be reminded to pay.
    { kind: 'transfers', count: known.transfers ?? 0, link: { ...moneyPage, hash: REVIEW } },
    {
      kind: 'unpaid',
      count: known.unpaid ?? 0,
      // An account that may not write to participants reminds on the page of the money.
      link: hasRight(event, 'messages')
        ? { ...messages, search: { message: 'new', start: 'payment' } }
        : moneyPage,
    },
    { kind: 'refunds', count: known.refunds ?? 0, link: { ...moneyPage, hash: REFUNDS } },
    { kind: 'invoices', count: known.invoices ?? 0, link: { ...moneyPage, hash: INVOICES } },
  ]
  if (!event.isOver) {
    const isFull = event.status === 'open' && event.registeredCount >= event.totalParticipants
    const changes = hasRight(event, 'settings')
    todos.push(
      { kind: 'full', count: Number(changes && isFull), link: settings },
      { kind: 'opens', count: Number(changes && event.status === 'upcoming'), link: settings },
      {
        kind: 'device',
        count: Number(known.devices === 0),
        link: { to: '/participant-management/$eventId/door', params },
      },
      { kind: 'cover', count: Number(changes && !event.coverImage), link: settings },
    )
  }
  return todos.filter(({ count }) => count > 0)
}
