import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { eventQuery } from '~/features/events/queries'
import { DUC } from '../fixtures'
import { type Participant, participantsQuery } from '../queries'
import { countTold } from './told'

/** The number told of Đức's removal when two lists, the first of them fetched first, have these copies of him. */
function toldWith(...copies: Partial<Participant>[]) {
  const client = new QueryClient()
  client.setQueryData(eventQuery('ev1').queryKey, { isOver: false, isCancelled: false } as never)
  for (const [at, copy] of copies.entries()) {
    const page = { items: [{ ...DUC, ...copy }], total: 1, checkedIn: 0 }
    client.setQueryData(participantsQuery('ev1', {}, at + 1).queryKey, page as never)
  }
  return countTold(client, 'ev1', [DUC.id])
}

const BEFORE = { updatedAt: '2026-11-01T02:00:00Z' }
const AFTER = { updatedAt: '2026-11-01T02:00:00.5Z' }

test('of two lists, the one with the later copy says whether a participant can be reached', () => {
  const [without, withAddress] = [{ ...BEFORE, email: '' }, AFTER]
  expect(toldWith(without, withAddress)).toBe(1)
  expect(toldWith(withAddress, without)).toBe(1)
  const [still, gone] = [BEFORE, { ...AFTER, email: '' }]
  expect(toldWith(still, gone)).toBe(0)
  expect(toldWith(gone, still)).toBe(0)
})

test('a confirmation, which does not count as a change, is known from either list', () => {
  const unconfirmed = { confirmBy: '2026-11-20T12:00:00Z' }
  expect(toldWith(unconfirmed, {})).toBe(1)
  expect(toldWith({}, unconfirmed)).toBe(1)
  expect(toldWith(unconfirmed, unconfirmed)).toBe(0)
})

test('one whom no list has shown counts', () => {
  expect(toldWith()).toBe(1)
})
