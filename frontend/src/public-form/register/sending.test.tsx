import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { qrPicture } from '~/lib/qrPicture'
import {
  agree,
  busy,
  CONFIRMATION,
  dead,
  eventWith,
  FREE,
  field,
  fillFixed,
  refresh,
  refusal,
  registered,
  serveEvent,
  serveRegistrations,
  submitButton,
  VIP,
  visit,
} from '~/test/publicForm'
import { refused } from '~/test/server'

const FAILED = 'Registration Failed: something went wrong, try again'
/** Leaves it unknown whether there is a registration. */
const broken = () => refusal(500, 5000, ['Broken'])
const isDone = () => screen.findByRole('heading', { name: 'You are registered' })

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
  )
})

test('after a failure everything is still there, and the retry is the same request', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(broken, registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByRole('heading', { name: FAILED })).toBeVisible()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
  expect(screen.getByRole('checkbox', { name: /I agree/ })).toBeChecked()

  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await isDone()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(sent[1]).toEqual(sent[0])
})

test('a connection that is refused is tried again by itself, three times; then the visitor is asked', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(dead, dead, dead, dead, registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(await submitButton())
  expect(await screen.findByText(/The server could not be reached/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(await screen.findByRole('heading', { name: FAILED })).toBeVisible()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await isDone()
  expect(new Set(sent.map(({ key, body }) => JSON.stringify([key, body]))).size).toBe(1)
})

test('a form sent without a connection says so', async () => {
  serveEvent(eventWith())
  serveRegistrations(dead, registered)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByRole('heading', { name: /your device is offline/ })).toBeVisible()
  online.mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await isDone()
})

test('a server without room for the connection is asked again by itself', async () => {
  serveEvent(eventWith())
  const noRoom = () => new HttpResponse(null, { status: 503, headers: { 'Retry-After': '1' } })
  const sent = serveRegistrations(noRoom, registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(await submitButton())
  expect(await screen.findByText(/Sending again in \d seconds?/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await isDone()
  expect(sent[1]).toEqual(sent[0])
})

test('a registration to be confirmed by mail shows the next step instead of a ticket', async () => {
  serveEvent(eventWith())
  const confirmBy = new Date(Date.now() + 1_800_000).toISOString()
  const pending = {
    ...CONFIRMATION,
    ticketCode: null,
    qr: null,
    ownKey: null,
    confirmBy,
    message: 'Open our mail.',
  }
  serveRegistrations(() => registered(pending))
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  const heading = await screen.findByRole('heading', { name: 'Check your inbox' })
  // The focus follows when the page has been drawn.
  await waitFor(() => expect(heading).toHaveFocus())
  expect(screen.getByText(eventWith().title)).toBeVisible()
  expect(screen.getByText('Open our mail.')).toBeVisible()
  expect(screen.getByText(/Your seat is held until/)).toBeVisible()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  expect(screen.getByRole('link', { name: /sent again/ })).toHaveAttribute('href', '/form/e1/ticket')
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(confirmBy) - 60_000 })
  refresh()
  expect(await screen.findByText(/Your seat is held until/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.getByRole('alert')).toHaveTextContent('The time to confirm ended')
})

test('a server that says nothing is given up after 20 seconds', async () => {
  serveEvent(eventWith())
  serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const answers = vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  ;(await submitButton()).click()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(answers).toHaveBeenCalledTimes(1)
  expect(screen.queryByRole('heading', { name: FAILED })).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await screen.findByRole('heading', { name: FAILED })).toBeVisible()
})

test('a reload in the middle keeps typed text, and the key of an attempt whose answer was lost', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP] }))
  const sent = serveRegistrations(broken, registered)
  const user = visit()
  await fillFixed(user)
  await user.click(await screen.findByRole('radio', { name: /Standard/ }))
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: FAILED })

  const later = refresh()
  expect(await field('Company')).toHaveValue('Công ty Hoa Sen')
  expect(screen.getByRole('radio', { name: /Standard/ })).toBeChecked()
  expect(screen.getByRole('heading', { name: FAILED })).toBeVisible()
  // Consent is given by hand every time.
  expect(screen.getByRole('checkbox', { name: /I agree/ })).not.toBeChecked()
  await agree(later)
  await later.click(await submitButton())
  await isDone()
  expect(sent[1]).toEqual(sent[0])
})

test('a form changed after a lost answer finds the ticket that exists already', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(broken, () => refusal(409, 5008, ['Reused']), registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: FAILED })
  await user.type(await field('Full name'), ' Anh')
  await user.click(await submitButton())
  await isDone()
  expect(sent.map(({ body }) => body.fullName)).toEqual([
    'Nguyễn Thị Lan',
    'Nguyễn Thị Lan Anh',
    'Nguyễn Thị Lan',
  ])
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(screen.getByText(/earlier attempt had gone through/)).toBeVisible()
  expect(screen.getByText('Nguyễn Thị Lan')).toBeVisible()
})

test('a form that is cleared for the next person forgets the attempt of the one before', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(broken, registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: FAILED })

  const next = refresh()
  await next.click(await screen.findByRole('button', { name: 'Clear the form' }))
  expect(screen.queryByRole('heading', { name: FAILED })).not.toBeInTheDocument()
  await fillFixed(next)
  await next.type(await field('Full name'), ' Anh')
  await agree(next)
  await next.click(await submitButton())
  await isDone()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
  expect(sent[1]?.body.fullName).toBe('Nguyễn Thị Lan Anh')
})

test('an address that is registered already is said at its field; the mended form is a new request', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(
    () => refusal(409, 5013, ['This email has registered already.']),
    registered,
  )
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await waitFor(async () =>
    expect(await field('Email')).toHaveAccessibleDescription(/has registered already/),
  )
  await user.clear(await field('Email'))
  await user.type(await field('Email'), 'minh@congty.vn')
  await user.click(await submitButton())
  await isDone()
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
})

test('a class that has just sold out is shown so, and the rest of the form stays', async () => {
  serveEvent(eventWith({ tickets: [FREE, VIP] }))
  serveRegistrations(() => {
    serveEvent(eventWith({ tickets: [{ ...FREE, remaining: 0, soldOut: true }, VIP] }))
    return refusal(409, 5011, ['Sold out'])
  })
  const user = visit()
  await fillFixed(user)
  await user.click(await screen.findByRole('radio', { name: /Standard/ }))
  await agree(user)
  await user.click(await submitButton())

  const classes = await screen.findByRole('group', { name: 'Ticket class' })
  await waitFor(() => expect(classes).toHaveAccessibleDescription(/has just sold out/))
  await waitFor(() => expect(within(classes).getByRole('radio', { name: /Standard/ })).toBeDisabled())
  expect(within(classes).getByText('Sold out')).toBeVisible()
  expect(within(classes).getByRole('radio', { name: /Standard/ })).not.toBeChecked()
  expect(await field('Phone number')).toHaveValue('0912 345 678')
})

test('an event that filled up meanwhile says so and keeps the form', async () => {
  serveEvent(eventWith())
  serveRegistrations(() => {
    serveEvent(eventWith({ isFull: true }))
    return refusal(409, 5003, ['The event is full.'])
  })
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByText('The event is full.')).toBeVisible()
  expect(await screen.findByText('Fully booked')).toBeVisible()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
})

test('a registration that closed meanwhile shows the closed page', async () => {
  serveEvent(eventWith())
  serveRegistrations(() => {
    serveEvent(eventWith({ formType: 'closed' }))
    return refusal(409, 5015, ['Closed'])
  })
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByText('Registration is closed')).toBeVisible()
})

test('a busy server is asked again by itself with the same request', async () => {
  serveEvent(eventWith())
  const sent = serveRegistrations(busy, registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  expect(await screen.findByText(/Sending again in \d seconds?/)).toBeVisible()
  expect(
    await screen.findByRole('heading', { name: 'You are registered' }, { timeout: 20_000 }),
  ).toBeVisible()
  expect(sent[1]).toEqual(sent[0])
})

test('waiting for a busy server can be stopped', async () => {
  serveEvent(eventWith())
  const later = () => HttpResponse.json(refused(5003), { status: 503, headers: { 'Retry-After': '60' } })
  const sent = serveRegistrations(later)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.click(await submitButton())
  await user.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('heading', { name: FAILED })).toBeVisible()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent).toHaveLength(1)
})

test('the confirmation is the ticket and the payment, and a refresh does not register again', async () => {
  serveEvent(eventWith({ tickets: [VIP] }))
  const paymentInfo = {
    bankName: 'MB',
    bankBin: '970422',
    accountNumber: '0123456789',
    accountHolderName: 'CONG TY HOA SEN',
    amount: 1_250_000,
    received: 0,
    reference: 'EV7K2Q9XAB',
    vietQr: '00020101',
    payBy: '2026-11-15T16:59:59.999Z',
    isReleasedUnpaid: true,
  }
  const ticket = { id: 'vip', name: 'VIP', description: null, price: 1_250_000 }
  const sent = serveRegistrations(() => registered({ ...CONFIRMATION, ticket, paymentInfo }))
  const user = visit()
  await fillFixed(user)
  await user.click(screen.getByRole('radio', { name: /Bank transfer/ }))
  await agree(user)
  await user.click(await submitButton())

  for (const isRefreshed of [false, true]) {
    if (isRefreshed) refresh()
    await isDone()
    const card = screen.getByRole('region', { name: 'Your ticket' })
    expect(within(card).getByRole('img', { name: 'QR code of ticket 7K2Q9XAB0CDE' })).toHaveAttribute(
      'src',
      qrPicture(CONFIRMATION.qr ?? ''),
    )
    for (const text of [
      '7K2Q9XAB0CDE',
      'Nguyễn Thị Lan',
      'VIP',
      'Friday, November 20, 2026, 08:30',
      'Nhà hát Lớn Hà Nội',
    ]) {
      expect(within(card).getByText(text)).toBeVisible()
    }
    const payment = screen.getByRole('region', { name: 'Pay by transfer to keep your seat' })
    expect(within(payment).getByRole('img')).toHaveAttribute('src', qrPicture(paymentInfo.vietQr))
    for (const text of ['MB', '0123456789', 'CONG TY HOA SEN', '₫1,250,000', 'EV7K2Q9XAB']) {
      expect(within(payment).getByText(text)).toBeVisible()
    }
    expect(within(payment).getByText('Please pay by 23:59, Sunday, November 15, 2026.')).toBeVisible()
    expect(within(payment).getByText(/registrations that are not paid are canceled/)).toBeVisible()
    expect(screen.getByText(CONFIRMATION.message)).toBeVisible()
  }
  expect(sent).toHaveLength(1)
})

test('the copied text is the plain value, and the button says so for three seconds', async () => {
  serveEvent(eventWith({ tickets: [VIP] }))
  const paymentInfo = {
    bankName: 'MB',
    accountNumber: '0123',
    accountHolderName: 'HOA SEN',
    amount: 450_000,
    received: 0,
    reference: 'EV7K2Q9XAB',
  }
  serveRegistrations(() => registered({ ...CONFIRMATION, paymentInfo }))
  const user = visit()
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await fillFixed(user)
  await user.click(screen.getByRole('radio', { name: /Bank transfer/ }))
  await agree(user)
  await user.click(await submitButton())
  await isDone()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  screen.getByRole('button', { name: 'Copy Amount' }).click()
  expect(await screen.findByRole('button', { name: 'Copied Amount' })).toBeVisible()
  expect(written).toHaveBeenCalledWith('450000')
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.getByRole('button', { name: 'Copied Amount' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await screen.findByRole('button', { name: 'Copy Amount' })).toBeVisible()
})

test('another person begins with an empty form; the next visit with the remembered details, until they are forgotten', async () => {
  serveEvent(eventWith())
  serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await user.click(await screen.findByRole('button', { name: 'Register another person' }))
  expect(await field('Full name')).toHaveValue('')
  expect(await field('Email')).toHaveValue('')

  const later = refresh()
  expect(await field('Full name')).toHaveValue('Nguyễn Thị Lan')
  expect(await field('Phone number')).toHaveValue('0912345678')
  expect(await field('Company')).toHaveValue('')
  await later.click(screen.getByRole('button', { name: 'Forget them' }))
  expect(await field('Full name')).toHaveValue('')
  refresh()
  expect(await field('Full name')).toHaveValue('')
})

test('from the ticket one comes to the page of the event and back', async () => {
  serveEvent(eventWith())
  serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await isDone()
  refresh()
  await user.click(await screen.findByRole('button', { name: 'View the event page' }))
  expect(await screen.findByRole('region', { name: 'About' })).toBeVisible()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Register' })).not.toBeInTheDocument()
  const back = screen.getByRole('button', { name: 'Your ticket' })
  expect(back).toHaveFocus()
  await user.click(back)
  await isDone()
})

test('another person sees the seats and ways to pay of now', async () => {
  serveEvent(eventWith({ tickets: [{ ...FREE, remaining: 2 }] }))
  serveRegistrations(registered)
  const user = visit()
  expect(await screen.findByText('2 left')).toBeVisible()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  serveEvent(eventWith({ tickets: [{ ...FREE, remaining: 1 }] }))
  await user.click(await screen.findByRole('button', { name: 'Register another person' }))
  expect(await screen.findByText('1 left')).toBeVisible()
})

test('a browser without storage still registers', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  localStorage.clear()
  serveEvent(eventWith())
  serveRegistrations(registered)
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await isDone()
})
