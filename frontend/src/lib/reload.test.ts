import { afterEach, expect, test, vi } from 'vitest'
import { mayReload } from './reload'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a page that was opened', 'navigate', 0, true],
  ['a page that has just been loaded anew', 'reload', 59_000, false],
  ['a page that was loaded anew long ago', 'reload', 61_000, true],
])('%s', (_, type, age, expected) => {
  vi.stubGlobal('performance', { now: () => age, getEntriesByType: () => [{ type }] })
  expect(mayReload()).toBe(expected)
})

test('a browser that does not tell how the page came', () => {
  vi.stubGlobal('performance', { now: () => 0, getEntriesByType: () => [] })
  expect(mayReload()).toBe(false)
})
