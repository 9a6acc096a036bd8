import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { readAddress } from '~/public-form/address'
import type { PublicEvent, Question, Registered, WaitingPlace } from '~/public-form/contract'
import { PublicForm } from '~/public-form/PublicForm'
import { http, ok, refused, server } from './server'

// The public page in tests: an event with one question of every type, and a visitor.

const question = (
  id: string,
  type: Question['type'],
  text: string,
  more: Partial<Question> = {},
): Question => ({
  id,
  type,
  question: text,
  required: '',
  choices: [],
  ...more,
})

const FIXED = [
  question('fullName', 'TEXT', 'Họ và tên', { required: 'true' }),
  question('email', 'EMAIL', 'Email', { required: 'true' }),
  question('phone', 'NUMBER', 'Số điện thoại', { required: 'true' }),
  question('company', 'TEXT', 'Công ty', { required: 'true' }),
]

export const QUESTIONS = [
  question('wish', 'TEXT', 'What do you expect?'),
  question('friend', 'EMAIL', 'A friend’s email'),
  question('badge', 'NUMBER', 'Staff number', { required: 'true' }),
  question('part', 'ONE_CHOICE', 'Which part?', { required: 'true', choices: ['Morning', 'Afternoon'] }),
  question('topics', 'MULTIPLE_CHOICE', 'Which topics?', { choices: ['AI', 'Robots', 'People'] }),
  question('photo', 'IMAGE', 'Your photo', { required: 'true' }),
  question('seats', 'READ_ONLY', 'Rows A to C are for guests.', { image: '/api/upload/seats' }),
]

export const FREE = {
  id: 'free',
  name: 'Standard',
  description: null,
  price: 0,
  remaining: 12,
  soldOut: false,
}
export const VIP = {
  id: 'vip',
  name: 'VIP',
  description: 'Front row',
  price: 1_250_000,
  remaining: -1,
  soldOut: false,
}

const HOUR = 3_600_000
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

export const eventWith = (more: Partial<PublicEvent> = {}): PublicEvent => ({
  id: 'e1',
  slug: 'gap-mat-dau-xuan',
  title: 'Gặp mặt đầu xuân',
  description: '<p>Cùng <strong>gặp</strong> nhau.</p><script>alert(1)</script>',
  logo: '/api/upload/logo',
  coverImage: null,
  coverPreview: null,
  backgroundColor: '#143670',
  hostName: null,
  hostContact: null,
  googleCalendar: 'https://calendar.google.com/calendar/render?action=TEMPLATE&text=G%E1%BA%B7p+m%E1%BA%B7t',
  formType: 'open',
  isCancelled: false,
  isOver: false,
  organiser: null,
  isFull: false,
  seatsLeft: null,
  openRegistrationDate: inHours(-1),
  closeRegistrationDate: inHours(24),
  eventStartDate: '2026-11-20T01:30:00Z',
  venueAddress: 'Nhà hát Lớn Hà Nội',
  blocks: { programme: [], speakers: [], questions: [], sponsors: [] },
  turnOffPayment: false,
  offersInvoices: false,
  takesCash: true,
  cashHasDeadline: false,
  paymentDays: null,
  releasesUnpaid: false,
  sendEmailAfterRegister: true,
  eventForm: { scheme: FIXED },
  tickets: [],
  takesInvitationCodes: true,
  membersOnly: false,
  groupName: null,
  needsCode: false,
  consent: { version: '1', text: 'I agree that my details are used for this event.' },
  ...more,
})

export const withQuestions = (...own: Question[]) => ({ eventForm: { scheme: [...FIXED, ...own] } })

export const CONFIRMATION: Registered = {
  attendanceId: 'a1',
  ticketCode: '7K2Q9XAB0CDE',
  qr: '7K2Q9XAB0CDE',
  ticket: null,
  paymentInfo: null,
  ownKey: 'a1.key',
  canChange: true,
  message: 'You are registered. Your ticket is on its way.',
}

/** The server answers with this event from now on, and not when it is asked about a ticket that the device kept. */
export const serveEvent = (event: PublicEvent) =>
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response(200).json(ok(event))),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(dead())),
  )

export interface Sent {
  key: string | null
  /** The token of the visitor's place in the queue. */
  place: string | null
  body: Record<string, unknown>
}

type Reply = ReturnType<typeof HttpResponse.json> | ReturnType<typeof HttpResponse.error>

export const registered = (confirmation: Registered = CONFIRMATION): Reply =>
  HttpResponse.json(ok(confirmation))
export const refusal = (status: number, ...[code, messages, fields]: Parameters<typeof refused>): Reply =>
  HttpResponse.json(refused(code, messages, fields), { status })
export const dead = (): Reply => HttpResponse.error()
export const busy = (): Reply =>
  HttpResponse.json(refused(5003, ['Busy']), { status: 503, headers: { 'Retry-After': '1' } })

export const placeWith = (more: Partial<WaitingPlace> = {}): WaitingPlace => ({
  token: 'place-1',
  called: false,
  ahead: 1234,
  waitSeconds: 20,
  pollAfterMs: 1000,
  ...more,
})

/** The answer to a visitor behind others: a place in the queue. */
export const queued = (more: Partial<WaitingPlace> = {}, messages = ['Wait']): Reply =>
  HttpResponse.json(
    { ...refused(5003, messages), data: { place: placeWith(more) } },
    { status: 503, headers: { 'Retry-After': '1' } },
  )

export const stillWaiting = (more: Partial<WaitingPlace> = {}): Reply =>
  HttpResponse.json(ok(placeWith(more)))
export const yourTurn = (): Reply => stillWaiting({ called: true, ahead: 0, waitSeconds: 0 })

export interface Asked {
  place: string | null
  ticketId: string | null
}

/** Answers those in the queue with the replies in order, then always with the last one; returns their requests. */
export function serveQueue(...replies: (() => Reply)[]): Asked[] {
  const asked: Asked[] = []
  const handler = http.get('/event/{eventId}/registration/place', ({ request, response }) => {
    const reply = replies[Math.min(asked.length, replies.length - 1)]
    const ticketId = new URL(request.url).searchParams.get('ticketId')
    asked.push({ place: request.headers.get('X-Place'), ticketId })
    return response.untyped(reply?.() ?? dead())
  })
  server.use(handler)
  return asked
}

/** Answers registrations with the replies in order, then always with the last one; returns the sent bodies. */
export function serveRegistrations(...replies: (() => Reply)[]): Sent[] {
  const sent: Sent[] = []
  const handler = http.post('/event/{eventId}/register', async ({ request, response }) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]
    const { headers } = request
    const [key, place] = [headers.get('Idempotency-Key'), headers.get('X-Place')]
    sent.push({ key, place, body: (await request.json()) as Sent['body'] })
    return response.untyped(reply?.() ?? dead())
  })
  server.use(handler)
  return sent
}

export function visit(path = '/form/e1') {
  render(<PublicForm address={readAddress(new URL(path, location.origin))} />)
  return userEvent.setup()
}

/** Acts like a refresh: the page begins anew with the data that the device has kept. */
export function refresh(path?: string) {
  cleanup()
  return visit(path)
}

export const field = (name: string | RegExp) => screen.findByLabelText(name)
export const submitButton = () => screen.findByRole('button', { name: /^(Register|Try again)$/ })

type User = ReturnType<typeof userEvent.setup>

const PERSON = {
  'Full name': 'Nguyễn Thị Lan',
  Email: 'lan@congty.vn',
  'Phone number': '0912 345 678',
  Company: 'Công ty Hoa Sen',
}

/** Pasted rather than typed, which takes a slow machine seconds. */
export async function fillFixed(user: User) {
  for (const [label, text] of Object.entries(PERSON)) {
    await user.click(await field(label))
    await user.paste(text)
  }
}

export const agree = async (user: User) =>
  user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
