import { expect, test } from 'vitest'
import { type TimeLeft, timeLeft } from './timeLeft'

const START = '2026-03-10T11:00:00Z'

test.each<[string, TimeLeft]>([
  ['2026-02-26T06:30:00Z', { kind: 'days', days: 12, hours: 4 }],
  ['2026-03-09T11:00:00Z', { kind: 'days', days: 1, hours: 0 }],
  ['2026-03-09T11:00:01Z', { kind: 'hours', hours: 23, minutes: 59 }],
  ['2026-03-10T10:00:00Z', { kind: 'hours', hours: 1, minutes: 0 }],
  ['2026-03-10T10:59:30Z', { kind: 'minutes', minutes: 1 }],
  ['2026-03-10T11:00:00Z', { kind: 'running' }],
])('at %s', (now, left) => {
  expect(timeLeft({ eventStartDate: START, isOver: false }, Date.parse(now))).toEqual(left)
})

test('the server says when it is over', () => {
  expect(timeLeft({ eventStartDate: START, isOver: true }, Date.parse(START))).toEqual({ kind: 'over' })
})
