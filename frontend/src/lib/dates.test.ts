import { expect, test } from 'vitest'
import { formatDateTime, formatRelative, fromWallClock, toWallClock } from './dates'
import { chooseLanguage } from './language'
import { formatMoney } from './numbers'
import { parseDay } from './typedDays'

test.each([
  ['2025-11-20T11:30:00Z', '2025-11-20 18:30:00'],
  ['2025-12-31T17:00:00.000Z', '2026-01-01 00:00:00'],
  ['2025-12-31T16:59:59Z', '2025-12-31 23:59:59'],
  ['2025-11-20T18:30:00+07:00', '2025-11-20 18:30:00'],
])('%s is %s on a Vietnamese clock, and back', (iso, wallClock) => {
  expect(toWallClock(iso)).toBe(wallClock)
  expect(fromWallClock(wallClock)).toBe(new Date(iso).toISOString())
})

test.each([
  ['01/02/2026', '2026-01-02'],
  ['05/06/2030', '2030-05-06'],
  ['12/25/2030', '2030-12-25'],
  ['25/12/2030', '2030-12-25'],
  ['1.2.2026', '2026-01-02'],
  ['2030-05-06', '2030-05-06'],
  [' 28-02-2026 ', '2026-02-28'],
  ['29/02/2026', null],
  ['20 Nov 2025', '2025-11-20'],
  ['1 sep 2026', '2026-09-01'],
  ['Nov 20, 2025', '2025-11-20'],
  ['nov 2 2025', '2025-11-02'],
  ['Feb 31, 2026', null],
  ['31 Feb 2026', null],
  ['1 Foo 2026', null],
  ['31/13/2026', null],
  ['1/2/26', null],
  ['', null],
])('a day typed as "%s" is %s', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each([
  ['12/5', '2026-12-05'],
  ['11/30', '2026-11-30'],
  ['11/29', '2027-11-29'],
  ['25.12', '2026-12-25'],
  ['3 Jan', '2027-01-03'],
  ['Jan 3', '2027-01-03'],
  ['2/29', '2028-02-29'],
  ['2/30', null],
  ['12/5/26', null],
  ['12/5/2025', '2025-12-05'],
  ['12', null],
])('a day typed as "%s" in a field about the future is %s', (typed, day) => {
  expect(parseDay(typed, '2026-11-30')).toBe(day)
  if (!typed.includes('2025')) expect(parseDay(typed)).toBeNull()
})

test('dates and money follow the language, the clock does not', () => {
  const instant = '2025-11-05T17:05:00Z'
  expect(formatDateTime(instant)).toBe('Nov 6, 2025, 00:05')
  expect(formatDateTime('2026-09-01T05:00:00Z')).toBe('Sep 1, 2026, 12:00')
  expect(formatMoney(250000)).toBe('₫250,000')
  chooseLanguage('vi')
  expect(parseDay('05/06/2030')).toBe('2030-06-05')
  expect(parseDay('12/25/2030')).toBe('2030-12-25')
  expect(parseDay('5/12', '2026-11-30')).toBe('2026-12-05')
  expect(formatDateTime(instant)).toBe('06/11/2025 00:05')
  expect(formatMoney(250000)).toBe('250.000\u00a0₫')
})

test('relative times use the largest unit', () => {
  const now = Date.parse('2025-11-20T12:00:00Z')
  expect(formatRelative('2025-11-20T09:30:00Z', now)).toBe('2 hours ago')
  expect(formatRelative('2025-11-23T12:00:00Z', now)).toBe('in 3 days')
  expect(formatRelative('2025-11-20T12:00:20Z', now)).toBe('this minute')
})
