import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { io } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { toast } from '~/components/toast'
import { fakeSocket } from '~/test/fakeSocket'
import { renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

vi.mock('socket.io-client', () => ({ io: vi.fn() }))

const DOOR = '/event-management/checkin/ev1'
const HOA = {
  attendanceId: 'a2',
  fullName: 'Trần Thị Hoa',
  company: 'Sao Mai',
  avatar: null,
  participationType: 'ORDINARY',
  ticketName: null,
  checkedInTime: '2026-11-20T12:00:00Z',
}

let socket: ReturnType<typeof fakeSocket>
let asked: number
beforeEach(() => {
  socket = fakeSocket()
  asked = 0
  server.use(
    http.get('/event/{eventId}/checkin', ({ response }) => {
      asked += 1
      const screen = { title: 'Hội làng', logo: '/x', sponsorLogos: [], waitingTime: 60 }
      return response.untyped(HttpResponse.json(ok({ ...screen, checkedIn: 10 + asked, total: 200 })))
    }),
    http.get('/event/{eventId}/public', () => HttpResponse.error() as never),
  )
})

const offered = async () => {
  const [namespace, options] = vi.mocked(io).mock.calls[0] ?? []
  const give = vi.fn()
  if (typeof options === 'object' && typeof options.auth === 'function') await options.auth(give)
  return [namespace, give.mock.calls[0]?.[0]]
}

async function paired(view = '') {
  localStorage.setItem('checkinKey:ev1', 'k-1')
  const app = await renderApp(DOOR + view)
  await screen.findAllByText('Hội làng')
  return app
}

test('a paired screen offers its key, counts live and asks anew after every connection', async () => {
  await paired()
  expect(await offered()).toEqual(['/checkin', { eventId: 'ev1', key: 'k-1' }])
  expect(screen.getByText('Connecting')).toBeVisible()
  expect(screen.queryByText('No connection')).toBeNull()
  await socket.receive('connect')
  expect(await screen.findByText('Connected')).toBeVisible()
  await waitFor(() => expect(screen.getByText('12')).toBeVisible())
  await socket.receive('counters', { checkedIn: 57, total: 201 })
  expect(await screen.findByText('57')).toBeVisible()
  expect(screen.getByText('201')).toBeVisible()
  await socket.receive('disconnect', 'transport close')
  expect(screen.getByText('No connection')).toBeVisible()
  const before = asked
  await socket.receive('connect')
  await waitFor(() => expect(asked).toBeGreaterThan(before))
})

test('a revoked key ends the pairing and keeps the scans that wait', async () => {
  const conflict = { nonce: 'n', code: 'X', name: null, occurredAt: '2026-11-20T12:00:00Z', messages: [] }
  localStorage.setItem('checkinQueue:ev1', JSON.stringify({ scans: [], conflicts: [conflict] }))
  await paired()
  await socket.receive('connect_error', new Error('INSUFFICIENT_PERMISSION'))
  expect(await screen.findByText('This screen is not paired')).toBeVisible()
  expect(localStorage.getItem('checkinKey:ev1')).toBeNull()
  expect(localStorage.getItem('checkinQueue:ev1')).not.toBeNull()
})

test('an event that is cancelled leaves the screen', async () => {
  await paired()
  server.use(
    http.get('/event/{eventId}/checkin', ({ response }) =>
      response('default').json(refused(5005, ["This event doesn't exist"]), { status: 404 }),
    ),
  )
  await socket.receive('disconnect', 'io server disconnect')
  expect(await screen.findByText("This event doesn't exist")).toBeVisible()
})

test('the display greets each guest who checks in at any door, for the configured seconds', async () => {
  await paired('?view=display')
  expect(screen.getByText('Welcome to')).toBeVisible()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  expect(screen.queryByLabelText('Ticket code')).toBeNull()
  await socket.receive('checkedIn', { ...HOA, attendanceId: 'a1', fullName: 'Nguyễn Văn Đức' })
  const greeted = async (given: string) => (await screen.findByText(given)).parentElement
  expect(await greeted('Đức')).toHaveTextContent('Nguyễn Văn Đức')
  await socket.receive('checkedIn', HOA)
  expect(await greeted('Hoa')).toHaveTextContent('Trần Thị Hoa')
  expect(screen.getByText('Together with Nguyễn Văn Đức')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.queryByText('Trần Thị Hoa')).toBeNull()
  expect(screen.getByText('Welcome to')).toBeVisible()
})

test('a bus is greeted as a row of names, and a later guest alone again', async () => {
  await paired('?view=display')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const arrive = (at: number) =>
    socket.receive('checkedIn', { ...HOA, attendanceId: `bus${at}`, fullName: `Khách Số ${at}` })
  const names = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  for (let at = 1; at <= 3; at++) await arrive(at)
  expect(screen.getByText('Together with Khách Số 2, Khách Số 1')).toBeVisible()
  await arrive(4)
  expect(names()).toEqual(['Khách Số 4', 'Khách Số 3', 'Khách Số 2', 'Khách Số 1'])
  // One who is admitted once more is not named twice.
  await arrive(1)
  expect(names()).toEqual(['Khách Số 1', 'Khách Số 4', 'Khách Số 3', 'Khách Số 2'])
  for (let at = 5; at <= 14; at++) await arrive(at)
  expect(names()).toHaveLength(12)
  expect(screen.getByText('and 2 more guests')).toBeVisible()

  await pass(59)
  expect(screen.getByText('Khách Số 14')).toBeVisible()
  await pass(2)
  expect(screen.queryByText('Khách Số 14')).toBeNull()
  await socket.receive('checkedIn', HOA)
  expect(screen.getByText('Hoa').parentElement).toHaveTextContent('Trần Thị Hoa')
  expect(screen.queryByText(/^Together with/)).toBeNull()
})

const SOON = '2026-11-20T19:10:00+07:00'
const PUBLIC = {
  id: 'ev1',
  slug: 'hoi-lang',
  title: 'Hội làng',
  formType: 'open',
  isFull: false,
  backgroundColor: null,
  openRegistrationDate: '2026-12-01T02:00:00Z',
  eventStartDate: '2026-11-20T11:30:00Z',
  venueAddress: 'Nhà hát Lớn',
  blocks: {
    programme: [
      { day: 1, start: '18:30', end: '19:00', title: 'Đón khách', note: null, speakers: [] },
      { day: 1, start: '19:00', end: null, title: 'Khai mạc', note: null, speakers: ['s1'] },
    ],
    speakers: [{ id: 's1', name: 'Lê Thu Hà', role: 'Giám đốc Sao Mai', bio: null, photo: null }],
    questions: [],
    sponsors: [
      { name: 'Gốm Bát Tràng', logo: null, website: 'https://gom.vn' },
      { name: 'Sao Mai', logo: '/api/upload/sao', website: null },
    ],
  },
}

/** The display right after its last guest: timers that start from then on use the test's clock. */
async function idleDisplay(event: object = PUBLIC) {
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
  )
  await paired('?view=display')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.setSystemTime(SOON)
  await socket.receive('checkedIn', HOA)
  await pass(61)
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))
const heading = () => screen.getByRole('heading', { level: 1 }).textContent

test('while no guest arrives the hall sees the programme, the speakers and how to register', async () => {
  await idleDisplay()
  expect(heading()).toBe('Hội làng')
  await pass(18)
  expect(heading(), 'the cover stays for a while').toBe('Hội làng')
  await pass(3)
  expect(heading()).toBe('Today’s program')
  const running = screen.getByText('Khai mạc').closest('li')
  expect(running).toHaveAttribute('aria-current', 'time')
  expect(running).toHaveTextContent('Lê Thu Hà')
  expect(screen.getByText('Đón khách').closest('li')).not.toHaveAttribute('aria-current')
  await pass(10)
  expect(heading()).toBe('Speakers')
  expect(screen.getByText('Giám đốc Sao Mai')).toBeVisible()
  await pass(10)
  expect(heading()).toBe('Thanks to our sponsors')
  expect(screen.getByText('Gốm Bát Tràng')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Sao Mai' })).toBeVisible()
  await pass(10)
  expect(screen.getByRole('img', { name: 'Register here' })).toBeVisible()
  expect(screen.getByText(/\/e\/hoi-lang$/)).toBeVisible()
  await pass(10)
  expect(heading()).toBe('Hội làng')
  await pass(10)
  expect(heading()).toBe('Today’s program')

  await socket.receive('checkedIn', HOA)
  expect(screen.getByText('Hoa')).toBeVisible()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  await pass(61)
  expect(heading(), 'it begins anew').toBe('Hội làng')
})

test('slides that an event lacks are left out, and a single slide stays', async () => {
  const none = { programme: [], speakers: [], questions: [], sponsors: [] }
  await idleDisplay({ ...PUBLIC, blocks: none, formType: 'closed' })
  for (let at = 0; at < 6; at += 1) {
    expect(heading()).toBe('Hội làng')
    await pass(10)
  }
})

test('the hall is not asked to register where there is no seat', async () => {
  const none = { programme: [], speakers: [], questions: [], sponsors: [] }
  await idleDisplay({ ...PUBLIC, blocks: none, isFull: true })
  await pass(25)
  expect(heading()).toBe('Hội làng')
})

test('before registration opens the hall reads when it does', async () => {
  const none = { programme: [], speakers: [], questions: [], sponsors: [] }
  await idleDisplay({ ...PUBLIC, blocks: none, formType: 'upcoming' })
  await pass(25)
  expect(heading()).toBe('Register here')
  expect(screen.getByText(/^Registration opens at .*09:00/)).toBeVisible()
})

test('the display hides its controls, shows no toast and leads back to the door', async () => {
  await idleDisplay()
  const back = screen.getByRole('link', { name: 'Open the scanning screen' })
  fireEvent.pointerDown(document.body)
  expect(back.closest('[data-quiet]')).toBeNull()
  await pass(4)
  expect(back.closest('[data-control]')?.closest('[data-quiet]')).not.toBeNull()
  act(() => toast.error('The guest list is late'))
  expect(screen.getByRole('alert')).toHaveTextContent('The guest list is late')
  expect(screen.getByRole('alert').closest('[data-control]')).not.toBeNull()
  expect(document.querySelector('[data-toasts]')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  vi.useRealTimers()
  expect(await screen.findByLabelText('Ticket code')).toBeVisible()
})
