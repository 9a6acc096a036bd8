import { expect, test } from 'vitest'
import { formatPhone } from './phone'

test.each([
  ['0912345678', '0912 345 678'],
  ['0912.345.678', '0912 345 678'],
  ['+84912345678', '+84 912 345 678'],
  ['+84 912 345 678', '+84 912 345 678'],
  ['028 3822 1234', '028 3822 1234'],
  ['+1 212-555-0100', '+1 212-555-0100'],
  ['', ''],
])('%s is shown as %s', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})
