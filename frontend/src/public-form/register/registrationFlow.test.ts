import { expect, test } from 'vitest'
import type { IssuedTicket } from '../ticket/issuedTicket'
import { INITIAL_FLOW, registrationFlow } from './registrationFlow'

const TICKET: IssuedTicket = {
  attendanceId: '01',
  ticketCode: '7K2Q9XAB0CDE',
  ownKey: 'a1.key',
  canChange: true,
  qr: '7K2Q9XAB0CDE',
  message: 'See you there.',
  fullName: 'Nguyễn Thị Lan',
  paymentMethod: null,
  isFromEarlierAttempt: false,
  event: {
    id: 'e1',
    title: 'Gặp mặt',
    eventStartDate: '2026-11-20T01:30:00Z',
    venueAddress: 'Hà Nội',
    logo: '/l',
  },
}

test('it begins with an open form and nothing else', () => {
  const { registerData, ...rest } = INITIAL_FLOW
  expect(rest).toEqual({
    ticketInfo: null,
    formType: 'open',
    isSuccess: false,
    isNotFound: false,
    successMessage: '',
  })
  expect(registerData).toMatchObject({ fullName: '', email: '', phone: '', company: '', consent: false })
})

test('typing keeps earlier input', () => {
  const named = registrationFlow(INITIAL_FLOW, { type: 'typed', changes: { fullName: 'Lan' } })
  const answered = registrationFlow(named, {
    type: 'answered',
    questionId: 'q',
    answer: ['A'],
    preview: 'data:,',
  })
  const replaced = registrationFlow(answered, {
    type: 'answered',
    questionId: 'q',
    answer: '',
    preview: undefined,
  })
  expect(answered.registerData).toMatchObject({
    fullName: 'Lan',
    answers: { q: ['A'] },
    previews: { q: 'data:,' },
  })
  expect(replaced.registerData).toMatchObject({ answers: { q: '' }, previews: {} })
})

test('a registration leads to the ticket, and the next person begins anew', () => {
  const typed = registrationFlow(INITIAL_FLOW, { type: 'typed', changes: { fullName: 'Lan' } })
  const done = registrationFlow(typed, { type: 'registered', ticket: TICKET })
  expect(done).toMatchObject({ isSuccess: true, ticketInfo: TICKET, successMessage: 'See you there.' })
  expect(done.registerData.fullName).toBe('')
  expect(registrationFlow(done, { type: 'startedAnew' })).toEqual(INITIAL_FLOW)
})

test('an event may turn out not to exist, or to be in another state', () => {
  expect(registrationFlow(INITIAL_FLOW, { type: 'notFound' }).isNotFound).toBe(true)
  expect(registrationFlow(INITIAL_FLOW, { type: 'formTypeKnown', formType: 'closed' }).formType).toBe(
    'closed',
  )
})
