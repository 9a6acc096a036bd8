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
