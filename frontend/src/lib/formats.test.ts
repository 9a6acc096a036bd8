import { expect, test } from 'vitest'
import { formatsOf } from './formats'

const START = '2026-11-20T11:30:00Z'

test.each([
  [undefined, '18:30'],
  [null, '18:30'],
  ['2026-11-20T14:00:00Z', '18:30 – 21:00'],
  // Midnight in Vietnam lies between them.
  ['2026-11-20T17:30:00Z', '18:30 – 00:30, Saturday, November 21, 2026'],
])('an event that ends at %s takes place at %s', (end, hours) =>
  expect(formatsOf('en').hours(START, end)).toBe(hours),
)

test.each([
  ['vi', '20/11', '11/2026', '1,2 triệu'],
  ['en', '20 Nov', 'Nov 2026', '1.2M'],
] as const)('%s is short where little room is left', (language, day, month, number) => {
  const formats = formatsOf(language)
  expect([formats.dayOfMonth(START), formats.month(START), formats.compact(1_200_000)]).toEqual([
    day,
    month,
    number,
  ])
})
