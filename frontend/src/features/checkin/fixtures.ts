import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { components } from '~/api/schema'
import { renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

type Schemas = components['schemas']

export const EVENT = 'ev1'
export const DOOR = `/event-management/checkin/${EVENT}`

export const WELCOME: Schemas['WelcomeScreen'] = {
  title: 'Đêm hội Trăng Rằm',
  logo: '/api/upload/logo',
  coverImage: null,
  backgroundColor: null,
  sponsorLogos: ['/api/upload/s1', '/api/upload/s2'],
  // Past, whatever day a test makes it.
  eventStartDate: '1970-01-01T00:00:00Z',
  waitingTime: 3,
  version: 1,
  checkedIn: 12,
  total: 200,
}

export const DUC: Schemas['DoorPerson'] = {
  attendanceId: 'a1',
  fullName: 'Nguyễn Văn Đức',
  company: 'Công ty Hoa Sen',
  avatar: null,
  participationType: 'VIP',
  ticketName: 'Vé thường',
}

const LET_IN: Schemas['CheckedIn'] = {
  ...DUC,
  checkedInTime: '2026-11-20T12:02:00Z',
  paymentStatus: 'paid',
  amountDue: null,
  conflict: null,
}

/** The event `ev1`, which is open for check-in. */
export function serverHasDoor() {
  server.use(
    http.get('/event/{eventId}/checkin', ({ response }) => response(200).json(ok(WELCOME))),
    http.get('/event/{eventId}/checkin/device', ({ response }) =>
      response(200).json(ok({ label: 'Cổng A', servesGuests: false })),
    ),
    http.get('/event/{eventId}/public', ({ response }) =>
      response.untyped(
        HttpResponse.json(ok({ eventStartDate: '2026-11-20T11:30:00Z', venueAddress: 'Nhà hát Lớn' })),
      ),
    ),
  )
}

type Answer = { status: number; body: object } | 'dead'

export const letIn = (data: Partial<Schemas['CheckedIn']> = {}): Answer => ({
  status: 200,
  body: { code: 2001, data: { ...LET_IN, ...data }, messages: ['Checked in'] },
})

export const refuse = (data: Partial<Schemas['CheckinRefusal']>, message: string): Answer => ({
  status: 409,
  body: { ...refused(5001, [message]), data: { person: null, firstEntry: null, conflict: false, ...data } },
})

/** Answers scans one after the other, the last answer again and again. */
export function doorAnswers(...answers: Answer[]) {
  const bodies: Schemas['CheckIn'][] = []
  const keys: (string | null)[] = []
  server.use(
    http.post('/event/checkin', async ({ request, response }) => {
      bodies.push(await request.clone().json())
      keys.push(request.headers.get('x-checkin-key'))
      const answer = answers[Math.min(bodies.length, answers.length) - 1] ?? 'dead'
      if (answer === 'dead') return HttpResponse.error() as never
      return response.untyped(HttpResponse.json(answer.body, { status: answer.status }))
    }),
  )
  return { bodies, keys }
}

export async function paired() {
  localStorage.setItem(`checkinKey:${EVENT}`, 'k-1')
  return renderApp(DOOR)
}

export async function type({ user }: Awaited<ReturnType<typeof renderApp>>, code: string) {
  await user.type(screen.getByLabelText('Ticket code'), `${code}{Enter}`)
}

export const result = () => screen.findByRole('region', { name: 'Scan result' })

/** Acts like a hardware scanner: keys a few milliseconds apart, then Enter. */
export function scanByHardware(code: string, target: Element = document.body, pause = 5) {
  let time = 1000
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: time })
    time += pause
    fireEvent(target, event)
    if (key.length === 1 && target instanceof HTMLInputElement && !event.defaultPrevented) {
      fireEvent.input(target, { target: { value: target.value + key } })
    }
    return event
  }
  for (const key of code) press(key)
  return press('Enter')
}
