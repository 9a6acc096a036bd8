import { expect, test } from 'vitest'
import { daysOf, MOST_MEETINGS, weekOfMonth } from './days'

test('a meeting takes place each week, or every other one', () => {
  expect(daysOf('2026-12-24', 'week', { count: 3 })).toEqual(['2026-12-24', '2026-12-31', '2027-01-07'])
  expect(daysOf('2026-12-24', 'twoWeeks', { count: 2 })).toEqual(['2026-12-24', '2027-01-07'])
})

test('the last day is one of them', () => {
  expect(daysOf('2026-12-24', 'week', { until: '2026-12-31' })).toEqual(['2026-12-24', '2026-12-31'])
  expect(daysOf('2026-12-24', 'week', { until: '2026-12-23' })).toEqual([])
})

test('a monthly meeting keeps its weekday and week', () => {
  expect(weekOfMonth('2026-12-24')).toBe(4)
  expect(daysOf('2026-12-24', 'month', { count: 3 })).toEqual(['2026-12-24', '2027-01-28', '2027-02-25'])
  // A fifth Thursday does not come every month.
  expect(daysOf('2026-12-31', 'month', { count: 3 })).toEqual(['2026-12-31', '2027-04-29', '2027-07-29'])
})

test('no series is longer than the server allows', () => {
  expect(daysOf('2026-12-24', 'week', { count: 400 })).toHaveLength(MOST_MEETINGS)
  expect(daysOf('2026-12-24', 'week', { until: '2099-01-01' })).toHaveLength(MOST_MEETINGS)
})
