import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { refuseStorage } from '~/test/refusedStorage'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Question } from './codeReader'
import {
  DOOR,
  DUC,
  doorAnswers,
  EVENT,
  letIn,
  paired,
  refuse,
  result,
  scanByHardware,
  serverHasDoor,
  type,
  WELCOME,
} from './fixtures'
import { unpair } from './pairing'
import { FAILED } from './scan'
import { signal } from './sound'

vi.mock('./sound', async (original) => ({ ...(await original<typeof import('./sound')>()), signal: vi.fn() }))

beforeEach(() => {
  vi.mocked(signal).mockClear()
  serverHasDoor()
})

describe('results', () => {
  const unpaid = { paymentStatus: 'unpaid', amountDue: 250_000 } as const
  const first = { time: '2026-11-20T12:02:00Z', device: 'Cổng A' }
  const already = { reason: 'ALREADY_CHECKED_IN', person: DUC, firstEntry: first } as const

  test.each([
    ['good', 'ok', letIn(), ['Welcome', 'Nguyễn Văn Đức', 'Công ty Hoa Sen', /VIP/]],
    ['warn', 'unpaid', letIn(unpaid), ['Checked in, not paid yet', 'Nguyễn Văn Đức', /250,000 still due/]],
    ['bad', 'already', refuse(already, 'x'), ['Already checked in', 'Nguyễn Văn Đức', /19:02.*Cổng A/]],
    ['bad', 'notFound', refuse({ reason: 'CODE_NOT_FOUND' }, 'no'), ["This ticket code doesn't exist"]],
    ['bad', 'cancelled', refuse({ reason: 'CANCELLED' }, 'Ask the desk.'), ['Canceled', 'Ask the desk.']],
    ['bad', 'wrongEvent', refuse({ reason: 'WRONG_EVENT' }, 'no'), ['Ticket for another event']],
    ['bad', 'notYetOpen', { status: 409, body: refused(5010, ['Soon.']) }, ['Not open yet', 'Soon.']],
    ['bad', 'unpaired', { status: 403, body: refused(5016, ['Revoked.']) }, ['This screen is not paired']],
    ['bad', 'failed', { status: 429, body: refused(5003, ['Slow down.']) }, ['Slow down.']],
    ['good', 'queued', 'dead', ['Saved – let the guest in', /As soon as it is back/]],
  ] as const)('%s: %s by colour, word and sound', async (tone, kind, answer, texts) => {
    doorAnswers(answer)
    const app = await paired()
    await screen.findByText('Ready to scan')
    await type(app, '7K2M9QXA4T0B')
    const panel = await result()
    expect(panel).toHaveAttribute('data-tone', tone)
    for (const text of texts) expect(within(panel).getAllByText(text)[0]).toBeVisible()
    expect(signal).toHaveBeenCalledExactlyOnceWith(kind)
  })

  test('shows the sponsors to a guest who is let in', async () => {
    doorAnswers(letIn())
    const app = await paired()
    await screen.findByText('Ready to scan')
    await type(app, 'AAAA1111BBBB')
    const logos = within(await result())
      .getByRole('list', { name: 'Sponsors' })
      .querySelectorAll('img')
    expect([...logos].map((logo) => logo.getAttribute('src'))).toEqual(WELCOME.sponsorLogos)
  })

  test('the greeting is gone after the configured seconds, not before', async () => {
    // Far more than a busy machine takes, in a clock that the test turns.
    server.use(
      http.get('/event/{eventId}/checkin', ({ response }) =>
        response(200).json(ok({ ...WELCOME, waitingTime: 60 })),
      ),
    )
    doorAnswers(letIn())
    await paired()
    await screen.findByText('Ready to scan')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    scanByHardware('AAAA1111BBBB')
    const panel = await result()
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(panel).toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(panel).not.toBeInTheDocument()
    expect(screen.getByText('Ready to scan')).toBeVisible()
  })

  test('the next scan takes the place of a greeting', async () => {
    doorAnswers(letIn(), letIn({ attendanceId: 'a2', fullName: 'Trần Thị Hoa' }))
    await paired()
    await screen.findByText('Ready to scan')
    scanByHardware('AAAA1111BBBB')
    expect(await within(await result()).findByText('Nguyễn Văn Đức')).toBeVisible()
    scanByHardware('CCCC2222DDDD')
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Scan result' })).toHaveTextContent('Trần Thị Hoa'),
    )
    const recent = screen.getByRole('heading', { name: 'Recent scans' }).parentElement as HTMLElement
    expect(within(recent).getAllByRole('listitem')).toHaveLength(2)
  })

  test('a tap or Escape makes room for the next guest', async () => {
    doorAnswers(letIn())
    const app = await paired()
    await screen.findByText('Ready to scan')
    scanByHardware('AAAA1111BBBB')
    await app.user.click(within(await result()).getByRole('button', { name: 'Next guest' }))
    expect(screen.queryByRole('region', { name: 'Scan result' })).toBeNull()
    scanByHardware('CCCC2222DDDD')
    await result()
    await app.user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: 'Scan result' })).toBeNull()
  })
})

describe('a hardware scanner', () => {
  test('is read wherever the focus is, presses no button and leaves no text behind', async () => {
    const { bodies } = doorAnswers(letIn())
    loggedInAs()
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response.untyped(HttpResponse.json(ok({ id: EVENT, rights: RIGHTS }))),
      ),
    )
    await renderApp(DOOR)
    const search = await screen.findByLabelText('Find a guest without a ticket code')
    search.focus()
    const enter = scanByHardware('AAAA1111BBBB', search)
    expect(enter.defaultPrevented).toBe(true)
    await result()
    expect(search).toHaveValue('')
    expect(bodies).toMatchObject([{ eventId: EVENT, code: 'AAAA1111BBBB' }])
  })

  test('is not mistaken for a person who types', async () => {
    const { bodies } = doorAnswers(letIn())
    await paired()
    await screen.findByText('Ready to scan')
    expect(scanByHardware('nguyen van duc', document.body, 180).defaultPrevented).toBe(false)
    expect(bodies).toEqual([])
  })

  test('that reads one code twice within three seconds asks once, each scan with its own nonce', async () => {
    const { bodies } = doorAnswers(letIn())
    await paired()
    await screen.findByText('Ready to scan')
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    scanByHardware('AAAA1111BBBB')
    await result()
    now.mockReturnValue(1_002_900)
    scanByHardware('AAAA1111BBBB')
    now.mockReturnValue(1_006_000)
    scanByHardware('AAAA1111BBBB')
    await waitFor(() => expect(bodies).toHaveLength(2))
    const [first, second] = bodies
    expect(first?.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.nonce).not.toBe(first?.nonce)
    expect(first).not.toHaveProperty('occurredAt')
  })

  test('spoilt by a Vietnamese input method is explained', async () => {
    doorAnswers(refuse({ reason: 'CODE_NOT_FOUND' }, "This ticket code doesn't exist"))
    await paired()
    await screen.findByText('Ready to scan')
    scanByHardware('ĐÂ12ƯXYZ9')
    expect(within(await result()).getByText(/input method/)).toBeVisible()
  })
})

describe('without a connection', () => {
  const CODE = 'AAAA1111BBBB'
  const waiting = () => JSON.parse(localStorage.getItem(`checkinQueue:${EVENT}`) ?? 'null')
  const recent = () => screen.getByRole('heading', { name: 'Recent scans' }).parentElement as HTMLElement

  test('scans wait on this device and are sent with the same nonce and their own time', async () => {
    const { bodies } = doorAnswers('dead', letIn())
    await paired()
    await screen.findByText('Ready to scan')
    scanByHardware(CODE)
    expect(await result()).toHaveAttribute('data-tone', 'good')
    expect(screen.getByText('1 scan waiting to be sent')).toBeInTheDocument()
    expect(waiting().scans).toMatchObject([{ code: CODE, nonce: bodies[0]?.nonce }])
    await act(async () => window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toMatchObject({ code: CODE, nonce: bodies[0]?.nonce })
    expect(Date.parse(String(bodies[1]?.occurredAt))).toBeGreaterThan(Date.now() - 10_000)
    await waitFor(() => expect(screen.queryByText(/waiting to be sent/)).toBeNull())
    expect(waiting()).toBeNull()
  })

  test('a ticket that this device has let in meanwhile is not let in twice', async () => {
    doorAnswers('dead')
    await paired()
    await screen.findByText('Ready to scan')
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-20T12:00:00Z'))
    scanByHardware(CODE)
    expect(await result()).toHaveAttribute('data-tone', 'good')
    now.mockReturnValue(Date.parse('2026-11-20T12:01:00Z'))
    scanByHardware(CODE)
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Scan result' })).toHaveTextContent('19:00'),
    )
    expect(screen.getByRole('region', { name: 'Scan result' })).toHaveAttribute('data-tone', 'bad')
    expect(waiting().scans).toHaveLength(1)
  })

  test('scans of before a reload are sent in their order, and stop at the first that finds no server', async () => {
    const scan = (code: string) => ({ code, nonce: `n-${code}`, occurredAt: '2026-11-20T12:00:00.000Z' })
    localStorage.setItem(
      `checkinQueue:${EVENT}`,
      JSON.stringify({ scans: [scan('ONE'), scan('TWO'), scan('THREE')], followups: [] }),
    )
    const { bodies } = doorAnswers(letIn(), 'dead')
    await paired()
    expect(await screen.findByText('2 scans waiting to be sent')).toBeVisible()
    expect(bodies.map(({ code }) => code)).toEqual(['ONE', 'TWO'])
  })

  test('a scan that turns out wrong is listed until the staff confirm it', async () => {
    const conflict = refuse(
      {
        reason: 'ALREADY_CHECKED_IN',
        person: DUC,
        conflict: true,
        firstEntry: { time: '2026-11-20T12:02:00Z', device: 'B' },
      },
      'Two people entered with this code.',
    )
    doorAnswers('dead', conflict)
    const app = await paired()
    await screen.findByText('Ready to scan')
    scanByHardware(CODE)
    await result()
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: 'Send now' }))
    expect(await screen.findByText('1 scan made offline needs a look')).toBeVisible()
    const card = within(screen.getByRole('region', { name: '1 scan made offline needs a look' }))
    expect(card.getByText('Nguyễn Văn Đức')).toBeVisible()
    expect(card.getByText('Already checked in')).toBeVisible()
    expect(card.getByText(/19:02.*B$/)).toBeVisible()
    expect(card.getByText('Two people have entered with this code.')).toBeVisible()
    expect(screen.queryByText(/waiting to be sent/)).toBeNull()
    await app.user.click(screen.getByRole('button', { name: 'Dealt with' }))
    expect(screen.queryByText(/made offline/)).toBeNull()
    expect(waiting()).toBeNull()
  })

  test('a guest checked in offline gets name, class and amount due; one who owes stays on top until the staff confirm it', async () => {
    loggedInAs()
    const paid: unknown[] = []
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response.untyped(HttpResponse.json(ok({ id: EVENT, rights: RIGHTS }))),
      ),
      http.post('/event/{eventId}/checkin/cash', async ({ request, response }) => {
        paid.push(await request.json())
        return response.untyped(HttpResponse.json(ok({}, ['Cash noted.'])))
      }),
    )
    const unpaid = { paymentStatus: 'unpaid', amountDue: 600_000 } as const
    doorAnswers(
      'dead',
      'dead',
      'dead',
      letIn(),
      letIn({ attendanceId: 'a2', fullName: 'John Carter', ticketName: 'Vé VIP', ...unpaid }),
      letIn({ attendanceId: 'a3', fullName: 'Trần Thị Hoa', ...unpaid }),
    )
    const app = await renderApp(DOOR)
    await screen.findByText('Ready to scan')
    for (const code of ['AAAA1111BBBB', 'CCCC2222DDDD', 'EEEE3333FFFF']) {
      scanByHardware(code)
      await waitFor(() => expect(recent()).toHaveTextContent(code))
    }
    expect(recent()).toHaveTextContent('AAAA1111BBBBSaved – let the guest in')
    vi.mocked(signal).mockClear()
    await act(async () => window.dispatchEvent(new Event('online')))

    // The latest stands first, in its colour.
    await waitFor(() => expect(recent()).not.toHaveTextContent('Saved'))
    const rows = within(recent()).getAllByRole('listitem')
    expect(rows.map((row) => row.dataset.tone)).toEqual(['warn', 'warn', 'good'])
    expect(rows[1]).toHaveTextContent('John CarterChecked in, not paid yet · Vé VIP · ₫600,000 still due')
    expect(rows[2]).toHaveTextContent('Nguyễn Văn ĐứcWelcome · Vé thường')
    expect(signal, 'once, however many owe').toHaveBeenCalledExactlyOnceWith('unpaid')

    const card = () => screen.getByRole('region', { name: /made offline need/ })
    expect(card()).toHaveAttribute('aria-live', 'polite')
    expect(card()).toHaveTextContent('2 scans made offline need a look')
    expect(card()).toHaveTextContent('John Carter')
    await app.user.keyboard('{Escape}')
    await app.user.click(within(card()).getByRole('button', { name: 'Payment received' }))
    await waitFor(() => expect(paid).toEqual([{ attendanceId: 'a2', amount: 600_000 }]))
    await waitFor(() => expect(card()).toHaveTextContent('1 scan made offline needs a look'))
    expect(card()).toHaveTextContent('Trần Thị Hoa')
    expect(within(recent()).getAllByRole('listitem')[1]).toHaveTextContent('John CarterWelcome · Vé VIP')

    // It survives a reload, is silent then, and leaves by the keyboard.
    expect(waiting()).toMatchObject({ scans: [], followups: [{ code: 'EEEE3333FFFF' }] })
    app.unmount()
    vi.mocked(signal).mockClear()
    const again = await renderApp(DOOR)
    expect(await screen.findByText('Trần Thị Hoa')).toBeVisible()
    expect(signal).not.toHaveBeenCalled()
    within(card()).getByRole('button', { name: 'Dealt with' }).focus()
    await again.user.keyboard('{Enter}')
    expect(screen.queryByText('Trần Thị Hoa')).toBeNull()
    expect(waiting()).toBeNull()
  })

  test('a double press confirms one card only', async () => {
    const followup = (nonce: string) => ({
      nonce,
      code: nonce,
      occurredAt: '2026-11-20T12:00:00.000Z',
      result: { ...FAILED, kind: 'cancelled' },
    })
    localStorage.setItem(
      `checkinQueue:${EVENT}`,
      JSON.stringify({ scans: [], followups: [followup('ONE'), followup('TWO')] }),
    )
    const app = await paired()
    await app.user.dblClick(await screen.findByRole('button', { name: 'Dealt with' }))
    expect(screen.getByText('TWO')).toBeVisible()
    expect(waiting().followups).toHaveLength(1)
  })

  test('a refusal that an earlier version kept on the device is still shown', async () => {
    const old = { nonce: 'n', code: 'ONE', name: 'Đỗ Gia Bảo', occurredAt: '2026-11-20T12:00:00.000Z' }
    localStorage.setItem(
      `checkinQueue:${EVENT}`,
      JSON.stringify({ scans: [], conflicts: [{ ...old, messages: ['Two people entered.'] }] }),
    )
    await paired()
    expect(await screen.findByText('Đỗ Gia Bảo')).toBeVisible()
    expect(screen.getByText('Two people entered.')).toBeVisible()
  })

  test.each([
    ['a text that is no code', { status: 400, body: refused(5002, ['Not a code.']) }, 'Not a code.'],
    ['an event that is gone', { status: 404, body: refused(5005, ['Gone.']) }, 'Gone.'],
    ['a proxy that forbids it', { status: 413, body: {} }, 'Could not check in'],
  ])('%s is listed, and those behind it are sent', async (_, refusal, message) => {
    const scan = (code: string) => ({ code, nonce: `n-${code}`, occurredAt: '2026-11-20T12:00:00.000Z' })
    const scans = [scan('ONE'), scan('TWO')]
    localStorage.setItem(`checkinQueue:${EVENT}`, JSON.stringify({ scans, followups: [] }))
    const { bodies } = doorAnswers(refusal, letIn())
    const app = await paired()
    expect(await screen.findByText('1 scan made offline needs a look')).toBeVisible()
    await waitFor(() => expect(bodies.map(({ code }) => code)).toEqual(['ONE', 'TWO']))
    const card = screen.getByRole('region', { name: '1 scan made offline needs a look' })
    expect(card).toHaveTextContent(message)
    await waitFor(() => expect(waiting().scans).toEqual([]))
    await app.user.click(screen.getByRole('button', { name: 'Dealt with' }))
    expect(waiting()).toBeNull()
  })

  test.each([
    ['slow down', { status: 429, body: refused(5003, ['Slow down.']) }],
    ['come back later', { status: 503, body: refused(5003, ['Busy.']) }],
    ['log in again', { status: 401, body: refused(5018, ['Log in.']) }],
  ])('a server that says to %s keeps what waits', async (_, refusal) => {
    const scan = { code: 'ONE', nonce: 'n', occurredAt: '2026-11-20T12:00:00.000Z' }
    localStorage.setItem(`checkinQueue:${EVENT}`, JSON.stringify({ scans: [scan], followups: [] }))
    const { bodies } = doorAnswers(refusal)
    await paired()
    await waitFor(() => expect(bodies.length).toBeGreaterThan(0))
    expect(await screen.findByText('1 scan waiting to be sent')).toBeVisible()
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(waiting()).toMatchObject({ scans: [scan], followups: [] })
  })

  test.each([
    ['too long', 'HTTPS://EXAMPLE.VN/'.padEnd(201, 'X')],
    ['not text', 'AAAA\u001d1111'],
  ])('a foreign QR code that is %s is neither sent nor queued', async (_, code) => {
    const { bodies } = doorAnswers('dead')
    await paired()
    const field = await screen.findByLabelText('Ticket code')
    fireEvent.input(field, { target: { value: code } })
    fireEvent.submit(field.closest('form') as HTMLFormElement)
    expect(await within(await result()).findByText("This ticket code doesn't exist")).toBeVisible()
    expect(bodies).toEqual([])
    expect(waiting()).toBeNull()
  })

  test('a revoked key keeps the waiting scans', async () => {
    const { bodies } = doorAnswers('dead', { status: 403, body: refused(5016, ['Revoked.']) })
    const app = await paired()
    await screen.findByText('Ready to scan')
    scanByHardware(CODE)
    await result()
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    // One run at a time: a third request is made only after the refusal has been dealt with.
    await waitFor(async () => {
      await app.user.click(screen.getByRole('button', { name: 'Send now' }))
      expect(bodies).toHaveLength(3)
    })
    expect(waiting().scans).toHaveLength(1)
  })
})

describe('guests without a ticket', () => {
  const GUEST = {
    attendanceId: 'a1',
    fullName: 'Nguyễn Văn Đức',
    phoneEnd: '678',
    participationType: 'ORDINARY',
    ticketName: 'Vé thường',
    checkedInTime: null,
    amountDue: 250_000,
  } as const
  const SEARCH = 'Find a guest without a ticket code'

  /** Keeps the questions and answers of the door, each with the key that came along. */
  function serverHasGuest() {
    const calls: unknown[][] = []
    const keyOf = (request: Request) => request.headers.get('x-checkin-key')
    server.use(
      http.get('/event/{eventId}', ({ response }) =>
        response.untyped(HttpResponse.json(ok({ id: EVENT, rights: RIGHTS }))),
      ),
      http.get('/event/{eventId}/checkin/guests', ({ request, response }) => {
        calls.push(['search', new URL(request.url).searchParams.get('search'), keyOf(request)])
        return response(200).json(ok([GUEST]))
      }),
      http.post('/event/{eventId}/checkin/cash', async ({ request, response }) => {
        calls.push(['cash', await request.json(), keyOf(request)])
        return response.untyped(HttpResponse.json(ok({}, ['Cash noted.'])))
      }),
    )
    return calls
  }

  const deviceServesGuests = (servesGuests: boolean) =>
    server.use(
      http.get('/event/{eventId}/checkin/device', ({ response }) =>
        response(200).json(ok({ label: 'Cổng A', servesGuests })),
      ),
    )

  test('the owner sees no guest before a search, and checks in by hand', async () => {
    loggedInAs()
    const calls = serverHasGuest()
    const { bodies } = doorAnswers(letIn())
    const app = await renderApp(DOOR)
    const search = await screen.findByLabelText(SEARCH)
    expect(calls).toEqual([])
    await app.user.click(search)
    await app.user.paste('duc')
    await app.user.click(await screen.findByRole('button', { name: 'Check in Nguyễn Văn Đức' }))
    expect(await result()).toHaveTextContent('Nguyễn Văn Đức')
    expect(calls).toEqual([['search', 'duc', null]])
    expect(bodies).toMatchObject([{ eventId: EVENT, attendanceId: 'a1', checkedIn: true }])
    expect(search).toHaveValue('')
  })

  test('a device with the right finds guests, takes the amount due and checks them in', async () => {
    deviceServesGuests(true)
    const calls = serverHasGuest()
    const { bodies, keys } = doorAnswers(letIn())
    const app = await paired()
    await app.user.click(await screen.findByLabelText(SEARCH))
    await app.user.paste('duc')
    expect(await screen.findByText('Vé thường · Phone …678')).toBeVisible()
    expect(screen.getByText('Owes ₫250,000')).toBeVisible()
    await app.user.click(screen.getByRole('button', { name: 'Received ₫250,000 from Nguyễn Văn Đức' }))
    expect(await screen.findByText('Nguyễn Văn Đức has paid ₫250,000')).toBeVisible()
    // Only the owner can take it back.
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(calls).toContainEqual(['cash', { attendanceId: 'a1', amount: 250_000 }, 'k-1'])
    await app.user.click(screen.getByRole('button', { name: 'Check in Nguyễn Văn Đức' }))
    await result()
    expect(bodies).toMatchObject([{ attendanceId: 'a1', checkedIn: true }])
    expect(keys).toEqual(['k-1'])
  })

  test('a device without the right scans only', async () => {
    deviceServesGuests(false)
    doorAnswers(letIn({ paymentStatus: 'unpaid', amountDue: null }))
    await paired()
    await screen.findByText('Ready to scan')
    scanByHardware('AAAA1111BBBB')
    expect(within(await result()).queryByRole('button', { name: 'Payment received' })).toBeNull()
    expect(screen.queryByLabelText(SEARCH)).toBeNull()
  })

  test('a scan offers to take the money of a guest who owes', async () => {
    loggedInAs()
    const calls = serverHasGuest()
    doorAnswers(letIn({ paymentStatus: 'unpaid', amountDue: 250_000 }))
    const app = await renderApp(DOOR)
    await screen.findByText('Ready to scan')
    scanByHardware('AAAA1111BBBB')
    await app.user.click(within(await result()).getByRole('button', { name: 'Payment received' }))
    expect(await screen.findByText('Nguyễn Văn Đức has paid ₫250,000')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    expect(calls).toEqual([['cash', { attendanceId: 'a1', amount: 250_000 }, null]])
  })

  test('a guest who owes stays on the screen, and the row below takes the money too', async () => {
    loggedInAs()
    const calls = serverHasGuest()
    doorAnswers(letIn({ paymentStatus: 'unpaid', amountDue: 250_000 }))
    const app = await renderApp(DOOR)
    await screen.findByText('Ready to scan')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    scanByHardware('AAAA1111BBBB')
    await result()
    await act(() => vi.advanceTimersByTimeAsync(600_000))
    vi.useRealTimers()
    fireEvent.click(within(await result()).getByRole('button', { name: 'Next guest' }))
    const recent = within(screen.getByRole('region', { name: 'Recent scans' }))
    await app.user.click(recent.getByRole('button', { name: 'Payment received: Nguyễn Văn Đức, ₫250,000' }))
    expect(await screen.findByText('Nguyễn Văn Đức has paid ₫250,000')).toBeVisible()
    expect(recent.queryByRole('button')).toBeNull()
    expect(calls).toEqual([['cash', { attendanceId: 'a1', amount: 250_000 }, null]])
  })
})

describe('the camera', () => {
  const failing = (name: string) => () => Promise.reject(new DOMException('no', name))

  function hasCamera(getUserMedia: () => Promise<MediaStream>) {
    const devices = { getUserMedia: vi.fn(getUserMedia), enumerateDevices: () => Promise.resolve([]) }
    setMediaDevices(devices)
    return devices
  }

  async function opened() {
    const app = await paired()
    await app.user.click(await screen.findByRole('button', { name: 'Open the camera' }))
    return app
  }

  /** Stands in for the worker, which needs WebAssembly and a picture; a journey reads with the real one. */
  function hasReader(codes: () => string[] | null) {
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({}))
    vi.stubGlobal(
      'Worker',
      class {
        postMessage = ({ answer }: Question) => answer.postMessage(codes())
        terminate = () => undefined
      },
    )
  }

  const setMediaDevices = (value: unknown) =>
    Object.defineProperty(navigator, 'mediaDevices', { value, configurable: true })

  afterEach(() => {
    vi.unstubAllGlobals()
    setMediaDevices(undefined)
  })

  test.each([
    ['NotAllowedError', 'The browser may not use the camera'],
    ['NotFoundError', 'No camera found'],
    ['NotReadableError', 'The camera is busy'],
    ['TypeError', 'The camera could not be opened'],
  ])('that fails with %s gives advice, and typing goes on', async (name, title) => {
    hasCamera(failing(name))
    doorAnswers(letIn())
    const app = await opened()
    expect(await screen.findByText(title)).toBeVisible()
    await type(app, 'AAAA1111BBBB')
    expect(await result()).toHaveAttribute('data-tone', 'good')
  })

  test('needs a secure connection, and says so', async () => {
    setMediaDevices(undefined)
    await opened()
    expect(await screen.findByText('The camera needs a secure connection')).toBeVisible()
  })

  test('can be tried again after permission was given and the reader has come, reads a code once, and stops with its view', async () => {
    const stop = vi.fn()
    const stream = { getTracks: () => [{ stop }] } as unknown as MediaStream
    const devices = hasCamera(failing('NotAllowedError'))
    let hasCome = false
    hasReader(() => (hasCome ? ['AAAA1111BBBB'] : null))
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
    vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(4)
    const { bodies } = doorAnswers(letIn())
    const app = await opened()
    devices.getUserMedia.mockResolvedValue(stream)
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('The reader of codes could not be loaded')).toBeVisible()
    expect(stop, 'no camera is left open').toHaveBeenCalled()
    stop.mockClear()
    hasCome = true
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await result()).toHaveTextContent('Nguyễn Văn Đức')
    await app.user.keyboard('{Escape}')
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)))
    expect(bodies).toHaveLength(1)
    await app.user.click(screen.getByRole('button', { name: 'Close the camera' }))
    expect(stop).toHaveBeenCalled()
    expect(screen.getByText('Ready to scan')).toBeVisible()
  })
})

test('without storage the door works online, and says that it keeps no scans', async () => {
  refuseStorage()
  const { bodies } = doorAnswers(letIn(), 'dead')
  const app = await renderApp(`${DOOR}#key=k-1`)
  expect(await screen.findByText('Ready to scan')).toBeVisible()
  expect(screen.getByText('This device cannot keep scans made offline')).toBeVisible()
  await type(app, 'AAAA1111BBBB')
  expect(await result()).toHaveAttribute('data-tone', 'good')
  await app.user.keyboard('{Escape}')
  await type(app, 'CCCC2222DDDD')
  const panel = await result()
  expect(within(panel).getByText('Could not check in')).toBeVisible()
  expect(within(panel).getByText(/this device cannot keep more scans/)).toBeVisible()
  expect(bodies).toHaveLength(2)
  unpair(EVENT)
})

test('a device that cannot note that a scan was answered does not send it again and again', async () => {
  const scan = { code: 'ONE', nonce: 'n-1', occurredAt: '2026-11-20T12:00:00.000Z' }
  localStorage.setItem(`checkinKey:${EVENT}`, 'k-1')
  localStorage.setItem(`checkinQueue:${EVENT}`, JSON.stringify({ scans: [scan], followups: [] }))
  const removal = vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  const { bodies } = doorAnswers(letIn())
  await renderApp(DOOR)
  expect(await screen.findByText('Ready to scan')).toBeVisible()
  await waitFor(() => expect(bodies).toHaveLength(1))
  // Time for some more, if there were any.
  await act(() => new Promise((passed) => setTimeout(passed, 200)))
  expect(bodies).toHaveLength(1)
  removal.mockRestore()
})
