import { expect, test } from 'vitest'
import { entriesOf, sameEntryOf } from './eventEntries'
import { type EventRight, hasRight } from './eventRights'
import { EVENT } from './fixtures'

const eventWith = (...rights: EventRight[]) => ({ ...EVENT, rights })

test('the menu of an event holds the parts that the account has a right to', () => {
  expect(entriesOf(eventWith('overview', 'door'))).toEqual(['overview', 'door'])
  expect(entriesOf(eventWith('overview', 'settings'))).toEqual([
    'overview',
    'page',
    'integrations',
    'settings',
  ])
  expect(entriesOf(eventWith())).toEqual([])
  expect(entriesOf(EVENT)).toHaveLength(11)
})

test('another event is entered at its overview where the account lacks the right to the same part', () => {
  expect(sameEntryOf('money', eventWith('overview', 'money')).to).toBe('/event-management/$eventId/money')
  expect(sameEntryOf('money', eventWith('overview')).to).toBe('/event-management/$eventId')
})

test('a right is held if the answer names it', () => {
  expect(hasRight(eventWith('guests'), 'guests')).toBe(true)
  expect(hasRight(eventWith('guests'), 'money')).toBe(false)
})
