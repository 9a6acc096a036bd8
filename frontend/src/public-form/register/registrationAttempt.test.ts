import { expect, test } from 'vitest'
import type { RegisterBody } from '../contract'
import { type Attempt, keepAttempt, nextAttempt, recallAttempt } from './registrationAttempt'

const body = (fullName: string): RegisterBody => ({
  fullName,
  email: 'lan@congty.vn',
  phone: '0912345678',
  company: 'Hoa Sen',
  answers: [],
  ticketId: null,
  paymentMethod: null,
  invitationCode: null,
  consent: true,
})
const first = nextAttempt(null, body('Lan'), 0, false)
const decided = (attempt: Attempt): Attempt => ({ ...attempt, isDecided: true })

test('the same form keeps its key, whatever the outcome', () => {
  expect(nextAttempt(first, body('Lan'), 1, false).key).toBe(first.key)
  expect(nextAttempt(decided(first), body('Lan'), 1, false)).toEqual(first)
})

test('a changed form gets a new key only when the old one was refused for good', () => {
  const uncertain = nextAttempt(first, body('Lan Anh'), 1, false)
  expect(uncertain.key).toBe(first.key)
  expect(uncertain.bodies).toEqual([body('Lan Anh'), body('Lan')])

  const fresh = nextAttempt(decided(first), body('Lan Anh'), 1, false)
  expect(fresh.key).not.toBe(first.key)
  expect(fresh.key).toMatch(/^[0-9a-f]{32}$/)
  expect(fresh.bodies).toEqual([body('Lan Anh')])
})

test('an attempt is recalled for a day, then nothing of it stays on the device', () => {
  const HOUR = 3_600_000
  keepAttempt('e1', { ...first, at: Date.now() - 23 * HOUR })
  expect(recallAttempt('e1')).toMatchObject({ key: first.key })
  keepAttempt('e1', { ...first, at: Date.now() - 25 * HOUR })
  expect(recallAttempt('e1')).toBeNull()
  expect(localStorage.getItem('hoi.attempt.e1')).toBeNull()
})

test('an attempt with a place in the queue keeps its key when the form changes', () => {
  const changed = nextAttempt(decided(first), body('Lan Anh'), 1, true)
  expect(changed).toEqual({ key: first.key, bodies: [body('Lan Anh')], isDecided: false, at: 1 })
})
