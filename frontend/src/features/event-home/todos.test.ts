import { expect, test } from 'vitest'
import { EVENT } from '~/features/events/fixtures'
import { type Known, todosOf } from './todos'

const READY: Known = {
  event: { ...EVENT, coverImage: '/api/upload/cover' },
  unpaid: 0,
  devices: 1,
  undelivered: 0,
  usedTwice: 0,
  bursts: 0,
  untold: 0,
  messages: [{ id: 'm1', status: 'sent', problem: null }],
}

const kinds = (known: Partial<Known>) => todosOf({ ...READY, ...known }).map(({ kind }) => kind)
const ofEvent = (event: Partial<Known['event']>) => kinds({ event: { ...READY.event, ...event } })

test('an event that lacks nothing has nothing to do', () => {
  expect(kinds({})).toEqual([])
})

test.each<[Partial<Known>, string]>([
  [{ unpaid: 31 }, 'unpaid'],
  [{ devices: 0 }, 'device'],
  [{ undelivered: 2 }, 'undelivered'],
  [{ usedTwice: 1 }, 'usedTwice'],
  [{ bursts: 1 }, 'bursts'],
  [{ untold: 182 }, 'letter'],
  [{ messages: [{ id: 'm1', status: 'draft', problem: 'dailyLimit' }] }, 'stopped'],
])('%j asks for it', (known, kind) => {
  expect(kinds(known)).toEqual([kind])
})

test.each<[Partial<Known['event']>, string]>([
  [{ coverImage: null }, 'cover'],
  [{ status: 'upcoming' }, 'opens'],
  [{ registeredCount: 200 }, 'full'],
])('an event with %j asks for it', (event, kind) => {
  expect(ofEvent(event)).toEqual([kind])
})

test('a reminder opens finished, or the page of the money without the right to write', () => {
  const [todo] = todosOf({ ...READY, unpaid: 26 })
  expect(todo?.link).toMatchObject({ search: { message: 'new', start: 'payment' } })
  const event = { ...READY.event, rights: READY.event.rights.filter((right) => right !== 'messages') }
  const [other] = todosOf({ ...READY, event, unpaid: 26 })
  expect(other?.link).toMatchObject({ to: '/event-management/$eventId/money' })
})

test('the most urgent comes first', () => {
  const event = { ...READY.event, coverImage: null }
  expect(kinds({ event, unpaid: 1, devices: 0, usedTwice: 1, untold: 3 })).toEqual([
    'letter',
    'usedTwice',
    'unpaid',
    'device',
    'cover',
  ])
})

test('after the event only its loose ends remain, and nothing of a cancelled one', () => {
  const event = { ...READY.event, coverImage: null }
  expect(kinds({ event: { ...event, isOver: true }, unpaid: 3, devices: 0 })).toEqual(['unpaid'])
  expect(kinds({ event: { ...event, isCancelled: true }, unpaid: 3, devices: 0 })).toEqual([])
})

test('data that is still loading causes no task', () => {
  expect(todosOf({ event: READY.event })).toEqual([])
})
