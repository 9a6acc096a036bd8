import { expect, test } from 'vitest'
import { parseMessageSearch } from './search'
import { keyOf, segmentOf } from './segments'

test.each([
  [{ kind: 'all' }, 'all'],
  [{ kind: 'notCheckedIn' }, 'notCheckedIn'],
  [{ kind: 'ticket', ticketId: 'c1' }, 'ticket:c1'],
] as const)('a segment and its key: %o', (segment, key) => {
  expect(keyOf(segment)).toBe(key)
  expect(segmentOf(key)).toEqual(segment)
})

test('an address that says nothing sensible opens the list', () => {
  expect(parseMessageSearch({ message: 7, page: 'x' })).toEqual({})
  expect(parseMessageSearch({ message: 'new', from: 'm1', page: '2' })).toEqual({
    message: 'new',
    from: 'm1',
    page: 2,
  })
})
