import { expect, test } from 'vitest'
import { type Face, faceOf } from './face'

const START = '2026-03-10T11:00:00Z'

test.each<[string, Face]>([
  ['2026-02-26T11:00:00Z', 'before'],
  ['2026-03-10T07:59:59.999Z', 'before'],
  ['2026-03-10T08:00:00Z', 'tonight'],
  ['2026-03-10T11:00:00Z', 'tonight'],
  ['2026-03-11T11:00:00Z', 'tonight'],
])('until the server says that it is over, %s is %s', (now, face) => {
  expect(faceOf({ eventStartDate: START, isOver: false }, Date.parse(now))).toBe(face)
})

test('the server says when it is over, whatever the clock of the device', () => {
  expect(faceOf({ eventStartDate: START, isOver: true }, Date.parse('2026-03-10T10:00:00Z'))).toBe('after')
})
