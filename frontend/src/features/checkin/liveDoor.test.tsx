import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { io } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
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
  expect(screen.getByText('No connection')).toBeVisible()
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

test('the display greets whoever comes in at any door, for the configured seconds', async () => {
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
