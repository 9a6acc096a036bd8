import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import {
  DOOR,
  DUC,
  doorAnswers,
  EVENT,
  letIn,
  paired,
  result,
  scanByHardware,
  serverHasDoor,
  WELCOME,
} from './fixtures'
import { practiceEnd } from './practice'

vi.mock('./sound', async (original) => ({ ...(await original<typeof import('./sound')>()), signal: vi.fn() }))

const MINUTE = 60_000
const NOW = Date.parse('2026-10-28T05:00:00Z')
const FAR = '2026-11-20T11:30:00Z'
const QUESTION = 'The event is 23 days away. Check in for real, or practice?'

/** Keeps the practice scans; answers as the door would, or not at all. */
function serverPractises(isDead = false) {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/{eventId}/checkin/practice', async ({ request, response }) => {
      bodies.push(await request.json())
      if (isDead) return HttpResponse.error() as never
      return response.untyped(
        HttpResponse.json(
          ok({ ...DUC, checkedInTime: FAR, paymentStatus: 'unpaid', amountDue: 250_000, conflict: null }),
        ),
      )
    }),
  )
  return bodies
}

const eventStarts = (eventStartDate: string) =>
  server.use(
    http.get('/event/{eventId}/checkin', ({ response }) =>
      response(200).json(ok({ ...WELCOME, eventStartDate })),
    ),
  )

async function choosePractice({ user }: Awaited<ReturnType<typeof renderApp>>) {
  await user.click(await screen.findByRole('button', { name: 'Settings of this screen' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Practice/ }))
}

const frame = () => screen.queryByRole('region', { name: 'Practice' })
const recent = () => screen.getByRole('heading', { name: 'Recent scans' }).parentElement as HTMLElement
const queue = () => localStorage.getItem(`checkinQueue:${EVENT}`)

beforeEach(() => {
  sessionStorage.clear()
  serverHasDoor()
})

test("practice shows the door's answer, checks no guest in, and leaves nothing behind when it ends", async () => {
  loggedInAs()
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ id: EVENT, rights: RIGHTS }))),
    ),
  )
  const { bodies } = doorAnswers(letIn())
  const practised = serverPractises()
  const app = await renderApp(DOOR)
  await choosePractice(app)
  expect(frame()).toHaveTextContent('No scan is stored')
  scanByHardware('AAAA1111BBBB')
  const panel = await result()
  expect(panel).toHaveAttribute('data-tone', 'warn')
  expect(panel).toHaveTextContent('Nguyễn Văn Đức')
  // Cash is real.
  expect(within(panel).queryByRole('button', { name: 'Payment received' })).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent(/^Practice/)
  await app.user.keyboard('{Escape}')
  expect(recent()).toHaveTextContent('Practice · Checked in, not paid yet')

  // The door would not let the same person in twice.
  scanByHardware('AAAA-1111BBBB')
  await waitFor(async () => expect(await result()).toHaveAttribute('data-tone', 'bad'))
  expect(await result()).toHaveTextContent('Already checked in')

  await app.user.click(screen.getByRole('button', { name: 'End practice' }))
  expect(frame()).toBeNull()
  expect(screen.queryByRole('region', { name: 'Scan result' })).toBeNull()
  expect(recent()).toHaveTextContent('Nothing scanned yet.')
  expect(bodies).toEqual([])
  expect(practised).toEqual([{ code: 'AAAA1111BBBB' }, { code: 'AAAA-1111BBBB' }])
  scanByHardware('CCCC2222DDDD')
  await result()
  expect(bodies).toMatchObject([{ code: 'CCCC2222DDDD' }])
})

test('practice without a connection says so and queues nothing', async () => {
  doorAnswers('dead')
  serverPractises(true)
  const app = await paired()
  await choosePractice(app)
  scanByHardware('AAAA1111BBBB')
  expect(await result()).toHaveAttribute('data-tone', 'bad')
  expect(await result()).toHaveTextContent('Nothing was stored.')
  expect(queue()).toBeNull()
})

test('a refusal in practice is shown like one of the door', async () => {
  server.use(
    http.post('/event/{eventId}/checkin/practice', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5010, ['Soon.']), { status: 409 })),
    ),
  )
  const app = await paired()
  await choosePractice(app)
  scanByHardware('AAAA1111BBBB')
  expect(await result()).toHaveTextContent('Not open yet')
})

test('the first scan long before the event asks once, and Enter and Escape choose practice', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  eventStarts(FAR)
  const { bodies } = doorAnswers(letIn())
  const practised = serverPractises()
  const app = await paired()
  await screen.findByText('Ready to scan')
  scanByHardware('AAAA1111BBBB')
  const question = within(await screen.findByRole('dialog', { name: QUESTION }))
  await waitFor(() => expect(question.getByRole('button', { name: 'Practice' })).toHaveFocus())
  // The next ticket waits for the answer, and the scanner's Enter presses nothing.
  scanByHardware('CCCC2222DDDD', question.getByRole('button', { name: 'Practice' }))
  expect(practised).toEqual([])
  await app.user.keyboard('{Escape}')
  await waitFor(() => expect(practised).toEqual([{ code: 'AAAA1111BBBB' }, { code: 'CCCC2222DDDD' }]))
  expect(frame()).toBeVisible()
  expect(bodies).toEqual([])
})

test('staff who choose the real check-in are not asked again', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW)
  eventStarts(FAR)
  const { bodies } = doorAnswers(letIn())
  const app = await paired()
  await screen.findByText('Ready to scan')
  scanByHardware('AAAA1111BBBB')
  await app.user.click(await screen.findByRole('button', { name: 'Check in for real' }))
  expect(await result()).toHaveTextContent('Nguyễn Văn Đức')
  expect(frame()).toBeNull()
  scanByHardware('CCCC2222DDDD')
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('practice ends by itself, and then asks before a guest is checked in', async () => {
  const { bodies } = doorAnswers(letIn())
  const app = await paired()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await choosePractice(app)
  await act(() => vi.advanceTimersByTimeAsync(29 * MINUTE))
  expect(frame()).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(MINUTE))
  expect(frame()).toBeNull()
  scanByHardware('AAAA1111BBBB')
  await screen.findByRole('dialog', {
    name: 'Practice has ended by itself. Check in for real, or practice?',
  })
  expect(bodies).toEqual([])
  await app.user.click(screen.getByRole('button', { name: 'Check in for real' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
})

test('a reload ends practice, and the next scan asks', async () => {
  const { bodies } = doorAnswers(letIn())
  const app = await paired()
  await choosePractice(app)
  app.unmount()
  await paired()
  await screen.findByText('Ready to scan')
  expect(frame()).toBeNull()
  scanByHardware('AAAA1111BBBB')
  expect(await screen.findByRole('dialog', { name: /^Practice has ended/ })).toBeVisible()
  expect(bodies).toEqual([])
})

test.each([
  ['in the afternoon before', -3 * 60, 30],
  ['shortly before the guests come', -70, 10],
  ['while they come', -50, 30],
  ['during the event', 20, 30],
])('practice that begins %s ends after some minutes', (_, begins, minutes) => {
  const start = Date.parse(FAR)
  const now = start + begins * MINUTE
  expect((practiceEnd(FAR, now) - now) / MINUTE).toBe(minutes)
})
