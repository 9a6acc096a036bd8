import { expect, test } from 'vitest'
import { daysOf, onDay } from './eventDays'

test.each([
  [null, 1],
  ['2026-03-10T16:59:00Z', 1],
  // Half past one at night still belongs to the evening.
  ['2026-03-10T18:30:00Z', 1],
  ['2026-03-11T02:00:00Z', 2],
  ['2026-03-12T11:00:00Z', 3],
])('an event from the afternoon of 10 March until %s has %i days', (end, days) => {
  expect(daysOf('2026-03-10T11:00:00Z', end)).toBe(days)
})

test('the second day is the day after the first', () => {
  expect(onDay('2026-03-10T11:00:00Z', 2)).toBe(Date.parse('2026-03-11T11:00:00Z'))
})
