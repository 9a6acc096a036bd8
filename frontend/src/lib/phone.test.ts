import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatPhone } from './phone'

/** The server's tests read the same examples. */
const { phones }: { phones: [string, string][] } = JSON.parse(
  readFileSync('../crates/i18n/examples.json', 'utf8'),
)

test.each(phones)('%s is shown as %s', (typed, shown) => {
  expect(formatPhone(typed)).toBe(shown)
})
