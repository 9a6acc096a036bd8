import { expect, test } from 'vitest'
import { EVENT } from '~/features/events/fixtures'
import type { Event } from '~/features/events/queries'
import type { EventTodo } from './queries'
import { todosOf } from './todos'

const READY: Event = { ...EVENT, coverImage: '/api/upload/cover' }
const DONE: EventTodo = {
  unpaid: 0,
  transfers: 0,
  refunds: 0,
  invoices: 0,
  devices: 1,
  undelivered: 0,
  usedTwice: 0,
  bursts: 0,
  untold: 0,
  stopped: [],
}

const kinds = (known: EventTodo, event: Partial<Event> = {}) =>
  todosOf({ ...READY, ...event }, { ...DONE, ...known }).map(({ kind }) => kind)

test('an event that lacks nothing has nothing to do', () => {
  expect(kinds({})).toEqual([])
})

test.each<[EventTodo, string]>([
  [{ unpaid: 31 }, 'unpaid'],
  [{ devices: 0 }, 'device'],
  [{ undelivered: 2 }, 'undelivered'],
  [{ usedTwice: 1 }, 'usedTwice'],
  [{ bursts: 1 }, 'bursts'],
  [{ untold: 182 }, 'letter'],
  [{ stopped: ['m1'] }, 'stopped'],
])('%j asks for it', (known, kind) => {
  expect(kinds(known)).toEqual([kind])
})

test.each<[Partial<Event>, string]>([
  [{ coverImage: null }, 'cover'],
  [{ status: 'upcoming' }, 'opens'],
  [{ registeredCount: 200 }, 'full'],
])('an event with %j asks for it', (event, kind) => {
  expect(kinds({}, event)).toEqual([kind])
})

test('a reminder opens finished, or the page of the money without the right to write', () => {
  const known = { ...DONE, unpaid: 26 }
  const [todo] = todosOf(READY, known)
  expect(todo?.link).toMatchObject({ search: { message: 'new', start: 'payment' } })
  const rights = READY.rights.filter((right) => right !== 'messages')
  const [other] = todosOf({ ...READY, rights }, known)
  expect(other?.link).toMatchObject({ to: '/event-management/$eventId/money' })
})

test('money that waits for a decision is a task that leads to its list', () => {
  const todos = todosOf(READY, { ...DONE, unpaid: 2, transfers: 4, refunds: 1, invoices: 3 })
  expect(todos.map(({ kind, count }) => [kind, count])).toEqual([
    ['transfers', 4],
    ['unpaid', 2],
    ['refunds', 1],
    ['invoices', 3],
  ])
  expect(todos[0]?.link).toMatchObject({ to: '/event-management/$eventId/money', hash: 'transfers' })
  expect(todos[2]?.link).toMatchObject({ to: '/event-management/$eventId/money', hash: 'refunds' })
  expect(todos[3]?.link).toMatchObject({ to: '/event-management/$eventId/money', hash: 'invoices' })
})

test('the most urgent comes first', () => {
  const known = { unpaid: 1, devices: 0, usedTwice: 1, untold: 3 }
  expect(kinds(known, { coverImage: null })).toEqual(['letter', 'usedTwice', 'unpaid', 'device', 'cover'])
})

test('after the event only its loose ends remain, and nothing of a cancelled one', () => {
  const known = { unpaid: 3, devices: 0 }
  expect(kinds(known, { coverImage: null, isOver: true })).toEqual(['unpaid'])
  expect(kinds(known, { coverImage: null, isCancelled: true })).toEqual([])
})

test('data that is still loading causes no task', () => {
  expect(todosOf(READY)).toEqual([])
})
