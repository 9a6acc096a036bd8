import { expect, test } from 'vitest'
import { readPage } from './pageSearch'

test.each([
  ['2', 2],
  [1_000_000, 1_000_000],
  [1_000_001, undefined],
  [1, undefined],
  [-1, undefined],
  [2.5, undefined],
  ['x', undefined],
  [undefined, undefined],
])('the page %j of an address is %j', (raw, page) => {
  expect(readPage(raw)).toBe(page)
})
