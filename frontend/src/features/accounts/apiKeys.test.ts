import { expect, test } from 'vitest'
import { bodyOf, NEW_KEY, nameOfRight } from './apiKeys'

test('no chosen events are all of them', () => {
  expect(bodyOf({ ...NEW_KEY, name: 'Máy in' }).events).toBeNull()
  expect(bodyOf({ ...NEW_KEY, events: ['e1'] }).events).toEqual(['e1'])
})

test('rights are sent in one order, and unknown rights and lifetimes are not sent', () => {
  const body = bodyOf({
    name: ' Máy in ',
    rights: ['money:read', 'keys:write', 'events:read'],
    events: [],
    lifetime: 'century',
    password: ' p ',
  })
  expect(body).toEqual({
    name: 'Máy in',
    rights: ['events:read', 'money:read'],
    events: null,
    lifetime: 'year',
    password: ' p ',
  })
})

test('the name of a right is a key without a colon, which would name a namespace', () => {
  expect(nameOfRight('guests:write')).toBe('profile.keys.right.writeGuests')
})
