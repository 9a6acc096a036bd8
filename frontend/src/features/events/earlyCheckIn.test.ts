import { expect, test } from 'vitest'
import { daysAhead } from './earlyCheckIn'

test.each([
  // Noon in Vietnam is 05:00 UTC.
  ['2026-11-20T05:00:00Z', '2026-11-20T11:30:00Z', 0],
  ['2026-11-20T05:00:00Z', '2026-11-21T05:00:00Z', 0],
  ['2026-11-20T05:00:00Z', '2026-11-21T05:00:01Z', 1],
  // The day changes at 17:00 UTC.
  ['2026-11-20T16:59:00Z', '2026-11-21T17:01:00Z', 2],
  ['2026-11-20T17:01:00Z', '2026-11-21T17:02:00Z', 1],
  ['2026-11-20T05:00:00Z', '2026-12-13T11:30:00Z', 23],
  ['2026-11-20T05:00:00Z', '2026-11-01T05:00:00Z', 0],
])('at %s an event at %s is %s days away', (now, start, days) => {
  expect(daysAhead(start, Date.parse(now))).toBe(days)
})
