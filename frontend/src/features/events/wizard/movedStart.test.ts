import { expect, test } from 'vitest'
import type { EventFields } from './draftStore'
import { closesAfterEnd, followersOf, startChange } from './movedStart'
import { NO_SETTINGS } from './settings'

const event = (times: Partial<EventFields>): EventFields => ({
  ...NO_SETTINGS,
  copiedFrom: null,
  tickets: [],
  ...times,
})

test.each([
  [
    'a registration that closes at the start',
    { closeRegistrationDate: '2026-12-10T11:30:00.000Z' },
    {
      closeRegistrationDate: '2026-12-12T11:30:00.000Z',
    },
  ],
  [
    'the end and a registration that closes with it',
    {
      endDate: '2026-12-10T14:00:00Z',
      closeRegistrationDate: '2026-12-10T14:00:00Z',
    },
    { endDate: '2026-12-12T14:00:00.000Z', closeRegistrationDate: '2026-12-12T14:00:00.000Z' },
  ],
  [
    'the end, but no closing time of its own',
    {
      endDate: '2026-12-10T14:00:00Z',
      closeRegistrationDate: '2026-12-09T10:00:00Z',
    },
    { endDate: '2026-12-12T14:00:00.000Z' },
  ],
  [
    'no end that stood before the start, which waits for a correction',
    { endDate: '2026-12-10T09:00:00Z' },
    {},
  ],
  ['nothing that is empty or typed at the moment', { endDate: '' }, {}],
])('the start moves %s', (_, times, moved) => {
  expect(followersOf(event(times), '2026-12-10T11:30:00Z', '2026-12-12T11:30:00.000Z')).toEqual(moved)
})

/** The event after its start became each of these, one after the other. */
function after(before: EventFields, ...starts: (string | null)[]) {
  let origin = { event: before, left: before }
  for (const start of starts) origin = startChange(origin.left, origin, start).origin
  return origin
}

const TIMES = {
  eventStartDate: '2026-12-10T11:30:00Z',
  endDate: '2026-12-10T14:00:00Z',
  closeRegistrationDate: '2026-12-05T11:30:00Z',
}

test('a start that is typed takes nothing along from the days on its way', () => {
  // "05/12" is this year's day until the year is there.
  const { left } = after(event(TIMES), null, '2026-12-05T11:30:00Z', null, '2027-12-05T11:30:00Z')
  expect(left.closeRegistrationDate).toBe(TIMES.closeRegistrationDate)
  expect(left.endDate).toBe('2027-12-05T14:00:00.000Z')
  const back = after(event(TIMES), '2026-12-12T11:30:00Z', TIMES.eventStartDate)
  expect(back.left.endDate).toBe('2026-12-10T14:00:00.000Z')
})

test('a time that is chosen after a change of the start keeps its new distance', () => {
  const moved = after(event(TIMES), '2026-12-12T11:30:00Z')
  const chosen = { ...moved.left, endDate: '2026-12-12T12:30:00.000Z' }
  const { changes } = startChange(chosen, moved, '2026-12-13T11:30:00Z')
  expect(changes.endDate).toBe('2026-12-13T12:30:00.000Z')
})

test('the first start of a new event takes nothing along', () => {
  const { endDate, closeRegistrationDate } = TIMES
  const { left } = after(event({ endDate, closeRegistrationDate }), '2026-12-10T11:30:00Z')
  expect(left).toMatchObject({ endDate, closeRegistrationDate })
})

test.each([
  ['2026-12-05T14:00:00Z', '2026-12-05T14:00:00Z', false],
  ['2026-12-05T14:00:00Z', '2026-12-05T14:01:00Z', true],
  // Without an end, an event takes three hours.
  [undefined, '2026-12-05T14:30:00Z', false],
  [undefined, '2026-12-05T15:00:00Z', true],
])('an event until %s whose registration closes at %s closes after it: %s', (endDate, close, is) => {
  const times = { eventStartDate: '2026-12-05T11:30:00Z', endDate, closeRegistrationDate: close }
  expect(closesAfterEnd(event(times))).toBe(is)
})
