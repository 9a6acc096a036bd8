import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  agree,
  dead,
  eventWith,
  fillFixed,
  refresh,
  registered,
  serveEvent,
  serveRegistrations,
  submitButton,
  visit,
} from '~/test/publicForm'
import { http, ok, refused, server } from '~/test/server'
import type { OwnDataPage, OwnDataRequest, OwnRefund, OwnRegistration } from '../contract'

const OWN: OwnRegistration = {
  fullName: 'Nguyễn Thị Lan',
  email: 'lan@congty.vn',
  phone: '0912345678',
  company: 'Công ty Hoa Sen',
  answers: [{ questionId: 'wish', question: 'What do you expect?', type: 'TEXT', answer: 'Tea' }],
  ticket: null,
  ticketCode: '7K2Q9XAB0CDE',
  qr: '7K2Q9XAB0CDE',
  registrationTime: '2026-10-01T01:00:00Z',
  checkedInTime: null,
  amount: 0,
  received: 0,
  paymentStatus: 'paid',
  paymentMethod: null,
  paymentInfo: null,
  offersInvoice: false,
  invoice: null,
  canChange: true,
  canCancel: true,
  changesUntil: '2026-11-20T01:30:00Z',
  updatedAt: '2026-10-01T01:00:00Z',
}

const EVENT = eventWith({
  formType: 'closed',
  eventForm: {
    scheme: [
      ...eventWith().eventForm.scheme,
      { id: 'wish', type: 'TEXT', question: 'What do you expect?', required: '', choices: [] },
    ],
  },
})

/** The server knows this registration; gives the keys it was asked with. */
function serveOwn(own: Partial<OwnRegistration> = {}, event = EVENT): (string | null)[] {
  const keys: (string | null)[] = []
  serveEvent(event)
  server.use(
    http.get('/event/{eventId}/registration', ({ request, response }) => {
      keys.push(request.headers.get('X-Registration-Key'))
      return response(200).json(ok({ ...OWN, ...own }))
    }),
  )
  return keys
}

const gone = () => HttpResponse.json(refused(5005, ['The link no longer works.']), { status: 404 })

test('a registration that is not confirmed shows no ticket before a press confirms it', async () => {
  serveOwn({ ticketCode: null, qr: null, confirmBy: '2026-11-20T01:30:00Z' })
  const keys: (string | null)[] = []
  server.use(
    http.post('/event/{eventId}/registration/confirm', ({ request, response }) => {
      keys.push(request.headers.get('X-Registration-Key'))
      return response(200).json(ok(OWN, ['Your registration is confirmed.']))
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  expect(await screen.findByRole('heading', { name: 'Confirm your registration' })).toBeVisible()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  expect(keys, 'a program that opens links confirms nothing').toEqual([])
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('img', { name: 'QR code of ticket 7K2Q9XAB0CDE' })).toBeVisible()
  expect(keys).toEqual(['a1.key'])
  const said = screen.getByText('Your registration is confirmed.')
  expect(said).toBeVisible()
  expect(said).toHaveRole('status')
  expect(screen.getByRole('heading', { level: 1, name: 'Your ticket' })).toHaveFocus()
})

test('a seat is said to be held only until that time is over', async () => {
  serveOwn({ ticketCode: null, qr: null, confirmBy: new Date(Date.now() + 1_800_000).toISOString() })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(/^Your seat is held until/)).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(1_801_000))
  expect(screen.queryByText(/^Your seat is held until/)).toBeNull()
})

test('a registration whose time is over says so', async () => {
  serveOwn({ ticketCode: null, qr: null, confirmBy: '2026-11-20T01:30:00Z' })
  server.use(http.post('/event/{eventId}/registration/confirm', ({ response }) => response.untyped(gone())))
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('The link no longer works.')).toBeVisible()
})

test('the link in the mail opens the ticket, and its key goes into a header', async () => {
  const keys = serveOwn()
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByRole('img', { name: 'QR code of ticket 7K2Q9XAB0CDE' })).toBeVisible()
  expect(screen.getByText('Free, your seat is booked')).toBeVisible()
  expect(screen.getByText('lan@congty.vn')).toBeVisible()
  expect(screen.getByText('0912 345 678')).toBeVisible()
  expect(screen.getByText('Tea')).toBeVisible()
  expect(
    screen.getByText('You can change your details until 08:30 on Friday, November 20, 2026.'),
  ).toBeVisible()
  expect(keys).toEqual(['a1.key'])
})

test.each([
  [{ amount: 250_000, paymentStatus: 'unpaid', paymentMethod: 'CASH_AT_VENUE' }, /Pay ₫250,000 in cash/],
  [{ amount: 250_000, paymentStatus: 'unpaid', paymentMethod: 'BANK_TRANSFER' }, /your transfer of ₫250,000/],
  [{ amount: 250_000, received: 250_000, paymentStatus: 'paid', canCancel: false }, /₫250,000 paid/],
  [{ checkedInTime: '2026-11-20T02:00:00Z', canChange: false, canCancel: false }, /Checked in at 09:00/],
] as const)('%j is said in words', async (own, words) => {
  serveOwn(own)
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(words)).toBeVisible()
})

test('a visitor who has paid is referred to the organiser instead of cancelling', async () => {
  serveOwn({ amount: 250_000, canCancel: false })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(/You have paid for this ticket/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cancel registration' })).not.toBeInTheDocument()
})

test('too late, there is nothing to press', async () => {
  serveOwn({ canChange: false, canCancel: false, changesUntil: null })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(/The time for changing registrations is over/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit details' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel registration' })).not.toBeInTheDocument()
})

test('details are changed, and nothing typed is lost when that fails', async () => {
  serveOwn()
  const sent: unknown[] = []
  const replies = [
    () => dead(),
    () => HttpResponse.json(refused(5002, ['No'], { phone: ['Not a phone number'] }), { status: 400 }),
    () => HttpResponse.json({ ...ok({ ...OWN, fullName: 'Lê Lan' }), messages: ['Saved.'] }),
  ]
  server.use(
    http.put('/event/{eventId}/registration', async ({ request, response }) => {
      sent.push(await request.json())
      return response.untyped(replies.shift()?.() ?? dead())
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  const form = screen.getByRole('form', { name: 'Your details' })
  expect(within(form).queryByLabelText('Email')).not.toBeInTheDocument()
  const name = within(form).getByLabelText('Full name')
  await user.clear(name)
  await user.click(within(form).getByRole('button', { name: 'Save details' }))
  expect(screen.getAllByText('Please fill in your full name.')[0]).toBeVisible()
  expect(sent).toEqual([])

  await user.type(name, 'Lê Lan')
  const save = () => user.click(within(form).getByRole('button', { name: 'Save details' }))
  await save()
  expect(await screen.findByText(/^Not sent/)).toBeVisible()
  expect(name).toHaveValue('Lê Lan')
  await save()
  expect((await screen.findAllByText('Not a phone number'))[0]).toBeVisible()
  expect(name).toHaveValue('Lê Lan')
  await save()
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Your details' })).toHaveFocus()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  expect(sent.at(-1)).toEqual({
    fullName: 'Lê Lan',
    phone: '0912345678',
    company: 'Công ty Hoa Sen',
    answers: [{ questionId: 'wish', answer: 'Tea' }],
    updatedAt: OWN.updatedAt,
  })
})

test('details that another tab saved meanwhile are compared before they are replaced', async () => {
  serveOwn()
  const sent: unknown[] = []
  const paid = { ...OWN, updatedAt: '2026-10-02T01:00:00Z' }
  const theirs = {
    ...paid,
    company: 'Công ty Biển',
    answers: [{ ...OWN.answers[0], answer: 'Coffee' }],
    updatedAt: '2026-10-03T01:00:00Z',
  }
  const changed = (now: object) =>
    HttpResponse.json({ ...refused(5008, ['Changed']), data: now }, { status: 409 })
  const replies = [
    () => changed(paid),
    () => changed(theirs),
    () => HttpResponse.json({ ...ok(theirs), messages: ['Saved.'] }),
  ]
  server.use(
    http.put('/event/{eventId}/registration', async ({ request, response }) => {
      sent.push(await request.json())
      return response.untyped(replies.shift()?.() ?? dead())
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  const form = screen.getByRole('form', { name: 'Your details' })
  const company = within(form).getByLabelText(/^Company/)
  await user.clear(company)
  await user.type(company, 'Công ty Sông')
  const save = () => user.click(within(form).getByRole('button', { name: 'Save details' }))
  await save()
  // A payment alone is no question. Fields that were not typed in follow the other tab, and nothing typed is lost.
  expect(await screen.findByText(/^Changed elsewhere/)).toBeVisible()
  expect(within(form).getByText('Công ty Biển')).toBeVisible()
  expect(company).toHaveValue('Công ty Sông')
  expect(within(form).getByLabelText(/What do you expect/)).toHaveValue('Coffee')
  await save()
  expect(await screen.findByText('Saved.')).toBeVisible()
  const mine = { company: 'Công ty Sông' }
  expect(sent).toMatchObject([
    { ...mine, updatedAt: OWN.updatedAt },
    { ...mine, updatedAt: paid.updatedAt },
    { ...mine, updatedAt: theirs.updatedAt, answers: [{ questionId: 'wish', answer: 'Coffee' }] },
  ])
})

test('cancelling asks first, confirms the result, and drops the kept ticket', async () => {
  sessionStorage.setItem('hoi.ticket.e1', JSON.stringify({ ticketCode: OWN.ticketCode }))
  serveOwn()
  let calls = 0
  server.use(
    http.delete('/event/{eventId}/registration', ({ response }) => {
      calls += 1
      return calls === 1 ? response.untyped(dead()) : response(200).json(ok({}))
    }),
  )
  const seen = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Cancel registration' }))
  expect(screen.getByRole('heading', { name: 'Do you really want to cancel?' })).toHaveFocus()
  expect(seen.mock.instances[0]).toContainElement(screen.getByRole('button', { name: 'Keep my seat' }))
  expect(screen.queryByText(/made the transfer already/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Keep my seat' }))
  expect(calls).toBe(0)
  expect(screen.getByRole('region', { name: 'Cancel registration' })).toHaveFocus()

  await user.click(screen.getByRole('button', { name: 'Cancel registration' }))
  await user.click(screen.getByRole('button', { name: 'Cancel registration' }))
  expect(await screen.findByText(/^Not sent/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel registration' }))
  const heading = await screen.findByRole('heading', { name: 'Your registration is canceled' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(sessionStorage.getItem('hoi.ticket.e1')).toBeNull()
})

test('a dead link leads to the search for the ticket, whose answer is the server’s', async () => {
  serveEvent(EVENT)
  const asked: unknown[] = []
  server.use(
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(gone())),
    http.post('/event/{eventId}/find-ticket', async ({ request, response }) => {
      asked.push(await request.json())
      return response(200).json({ ...ok({}), messages: ['If it is registered, it is on its way.'] })
    }),
  )
  const user = visit('/form/e1/ticket#a1.old')
  expect(await screen.findByRole('heading', { name: 'Find my ticket' })).toBeVisible()
  expect(screen.getByText(/^This link no longer works/)).toBeVisible()
  await user.type(screen.getByLabelText('Email'), 'lan')
  await user.click(screen.getByRole('button', { name: 'Send me my ticket' }))
  expect(screen.getByText(/not a valid email/)).toBeVisible()
  await user.type(screen.getByLabelText('Email'), '@congty.vn')
  await user.click(screen.getByRole('button', { name: 'Send me my ticket' }))
  expect(await screen.findByText('If it is registered, it is on its way.')).toBeVisible()
  expect(asked).toEqual([{ email: 'lan@congty.vn' }])
})

test('the registration page leads to the search, also when it is closed', async () => {
  serveEvent(EVENT)
  visit()
  const link = await screen.findByRole('link', { name: 'Find my ticket' })
  expect(link).toHaveAttribute('href', '/form/e1/ticket')
})

test('an event that is gone is gone here, too', async () => {
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration/refund', ({ response }) => response.untyped(gone())),
  )
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByRole('heading', { name: "This event doesn't exist" })).toBeVisible()
})

test('a visitor who paid nothing reads which event was cancelled, and whom to ask', async () => {
  const meta = document.createElement('meta')
  meta.name = 'event-status'
  meta.content = 'cancelled'
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  const keys: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration/refund', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration/data', ({ request, response }) => {
      keys.push(request.headers.get('X-Registration-Key'))
      const data = { ...MY_DATA.data, eventTitle: 'Toạ đàm phố cổ', contact: 'hoi@congty.vn' }
      return response(200).json(ok({ ...MY_DATA, data, cancelReason: 'Bão số 9' }))
    }),
  )
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText('Toạ đàm phố cổ, Friday, November 20, 2026')).toBeVisible()
  expect(screen.getByText('The organizer writes: Bão số 9')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'This event has been canceled' })).toBeVisible()
  expect(screen.getByText('Lan Anh')).toBeVisible()
  expect(screen.getByRole('link', { name: 'hoi@congty.vn' })).toBeVisible()
  expect(screen.queryByText(/for your refund/)).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Go to the start page' })).not.toBeInTheDocument()
  expect(keys).toEqual(['a1.key'])
})

test('a visitor who paid for a cancelled event names the account for the refund', async () => {
  const refund: OwnRefund = {
    eventTitle: 'Toạ đàm phố cổ',
    eventStartDate: '2026-11-20T01:30:00Z',
    cancelReason: null,
    hostName: 'CLB Di sản',
    hostContact: 'hoi@congty.vn',
    amount: 250_000,
    returned: 0,
    account: null,
    version: 0,
  }
  // The organiser names an account while the visitor types.
  const theirs = { bankName: 'MB', bankBin: null, accountNumber: '77', holderName: 'LE HOA', isTyped: true }
  const corrected: OwnRefund = { ...refund, account: theirs, version: 1 }
  let stored = refund
  const sent: unknown[] = []
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration/refund', ({ response }) => response(200).json(ok(stored))),
    http.get('/bank', ({ response }) =>
      response(200).json(ok([{ bin: '970407', shortName: 'Techcombank', name: 'Kỹ thương' }])),
    ),
    http.put('/event/{eventId}/registration/refund', async ({ request, response }) => {
      const body = await request.json()
      sent.push([request.headers.get('X-Registration-Key'), body])
      if (body.version === 0) {
        stored = corrected
        return response.untyped(
          HttpResponse.json({ ...refused(5008, ['Changed meanwhile']), data: stored }, { status: 409 }),
        )
      }
      const { version: _, ...account } = body
      return response(200).json(
        ok({ ...refund, account: { ...account, bankBin: '970407', isTyped: true }, version: 2 }, ['Saved.']),
      )
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(/^You get ₫250,000 back/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'hoi@congty.vn' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Name an account' }))
  const form = screen.getByRole('form', { name: 'Refund' })
  await user.type(within(form).getByLabelText('Bank'), 'Techcombank')
  await user.click(within(form).getByRole('button', { name: 'Save details' }))
  expect(sent).toEqual([])
  expect(within(form).getByLabelText('Account number')).toHaveFocus()
  await user.type(within(form).getByLabelText('Account number'), '19001234')
  await user.type(within(form).getByLabelText('Account holder'), 'LE THI HOA')
  await user.click(within(form).getByRole('button', { name: 'Save details' }))
  expect(await within(form).findByText('77')).toBeVisible()
  expect(within(form).getByText(/saved by another person meanwhile/)).toBeVisible()
  expect(within(form).getByLabelText('Account number')).toHaveValue('19001234')
  await user.click(within(form).getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(screen.getByText('19001234')).toBeVisible()
  const typed = { bankName: 'Techcombank', accountNumber: '19001234', holderName: 'LE THI HOA' }
  expect(sent).toEqual([0, 1].map((version) => ['a1.key', { ...typed, version }]))
})

test('the confirmation offers the link to keep', async () => {
  serveEvent(eventWith())
  serveRegistrations(() => registered())
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'Save this link' })
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Open your ticket page' })).toHaveAttribute(
      'href',
      '/form/e1/ticket#a1.key',
    ),
  )
})

test.each([
  [gone, true],
  [dead, false],
])('a kept ticket says when its registration is gone', async (reply, isOver) => {
  serveEvent(eventWith())
  serveRegistrations(() => registered())
  const user = visit()
  await fillFixed(user)
  await agree(user)
  await user.click(await submitButton())
  await screen.findByRole('heading', { name: 'Save this link' })
  const asked: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/registration', ({ request, response }) => {
      asked.push(request.headers.get('X-Registration-Key'))
      return response.untyped(reply())
    }),
  )
  refresh()
  await waitFor(() => expect(asked).toEqual(['a1.key']))
  if (isOver) expect(await screen.findByText(/^This registration was canceled or corrected/)).toBeVisible()
  else expect(screen.getByRole('heading', { name: 'Save this link' })).toBeVisible()
})

test('a visitor who may have made a transfer is warned before cancelling', async () => {
  serveOwn({
    amount: 250_000,
    paymentStatus: 'unpaid',
    paymentMethod: 'BANK_TRANSFER',
    paymentInfo: {
      bankName: 'MB',
      accountNumber: '0123456789',
      accountHolderName: 'CONG TY HOI',
      amount: 250_000,
      received: 0,
      reference: 'HOI7K2Q9X',
    },
  })
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Cancel registration' }))
  expect(screen.getByText(/made the transfer already/)).toBeVisible()
})

test('the page turns from payment to ticket when the transfer has arrived', async () => {
  const due = {
    amount: 250_000,
    paymentStatus: 'unpaid',
    paymentMethod: 'BANK_TRANSFER',
    paymentInfo: {
      bankName: 'MB',
      bankBin: '970422',
      accountNumber: '0123456789',
      accountHolderName: 'CONG TY HOI',
      amount: 250_000,
      received: 0,
      reference: 'EV7K2Q9XAR',
      vietQr: 'x',
    },
  } as const
  const keys = serveOwn(due)
  let paid = false
  const asked: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/registration/paid', ({ request, response }) => {
      asked.push(request.headers.get('X-Registration-Key'))
      return response(200).json(ok({ paid }))
    }),
  )
  vi.useFakeTimers({ shouldAdvanceTime: true })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText('EV7K2Q9XAR')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  await waitFor(() => expect(asked).toEqual(['a1.key']))
  paid = true
  server.use(
    http.get('/event/{eventId}/registration', ({ response }) =>
      response(200).json(ok({ ...OWN, ...due, paymentStatus: 'paid', paymentInfo: null })),
    ),
  )
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(await screen.findByText('The money has arrived. Your ticket is ready.')).toBeVisible()
  expect(screen.queryByText('EV7K2Q9XAR')).toBeNull()
  expect(keys).toHaveLength(1)
})

const INVOICE = {
  buyer: 'company' as const,
  name: 'Công ty Hoa Sen',
  taxNumber: '0100109106',
  address: '1 Tràng Tiền',
  email: null,
  askedAt: '2026-10-01T01:00:00Z',
  issuedAt: null,
  invoiceNumber: null,
  version: 3,
}

test("an invoice can be asked for later, and the server's errors are shown", async () => {
  serveOwn({ offersInvoice: true, amount: 250_000 })
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/registration/invoice', async ({ request, response }) => {
      bodies.push(await request.json())
      const wrong = refused(5002, [], { taxNumber: ['There is no such number.'] })
      if (bodies.length === 1) return response.untyped(HttpResponse.json(wrong, { status: 400 }))
      return response(200).json(ok(INVOICE, ['Invoice details saved']))
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Request an invoice' }))
  await user.type(screen.getByLabelText('Tax number'), '0100109107')
  await user.type(screen.getByLabelText('Address on the invoice'), '1 Tràng Tiền')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByLabelText('Tax number')).toHaveAccessibleDescription('There is no such number.')
  expect(screen.getByLabelText('Address on the invoice')).toHaveValue('1 Tràng Tiền')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Invoice details saved')).toBeVisible()
  expect(screen.getByText('0100109106')).toBeVisible()
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toMatchObject({ version: 0 })
})

test('details that the organiser saved meanwhile are shown before they are replaced', async () => {
  serveOwn({ offersInvoice: true, amount: 250_000, invoice: INVOICE })
  const bodies: { version?: number | null; address?: string | null }[] = []
  const theirs = { ...INVOICE, name: 'Công ty Sao Mai', version: 4 }
  server.use(
    http.put('/event/{eventId}/registration/invoice', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (bodies.length > 1)
        return response(200).json(ok({ ...INVOICE, address: body.address ?? null, version: 5 }))
      serveOwn({ offersInvoice: true, amount: 250_000, invoice: theirs })
      const changed = { ...refused(5008, ['Changed meanwhile']), data: theirs }
      return response.untyped(HttpResponse.json(changed, { status: 409 }))
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'Edit invoice details' }))
  const address = screen.getByLabelText('Address on the invoice')
  await user.clear(address)
  await user.type(address, '2 Hàng Bài')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Công ty Sao Mai')).toBeVisible()
  expect(screen.getByText('Changed meanwhile')).toBeVisible()
  expect(address).toHaveValue('2 Hàng Bài')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('2 Hàng Bài')).toBeVisible()
  expect(bodies.map(({ version }) => version)).toEqual([3, 4])
})

test('an issued invoice shows its number and is not changed any more', async () => {
  const invoice = { ...INVOICE, issuedAt: '2026-10-02T01:00:00Z', invoiceNumber: '000123' }
  serveOwn({ offersInvoice: true, amount: 250_000, invoice })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText(/The organizer issued invoice 000123/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Edit invoice details' })).not.toBeInTheDocument()
})

test('the own page names the host', async () => {
  serveOwn({}, { ...EVENT, hostName: 'Hội Doanh nhân trẻ', hostContact: '0912345678' })
  visit('/form/e1/ticket#a1.key')
  expect(await screen.findByText('Hội Doanh nhân trẻ')).toBeVisible()
  expect(screen.getByRole('link', { name: '0912 345 678' })).toHaveAttribute('href', 'tel:0912345678')
})

const MY_DATA: OwnDataPage = {
  data: {
    eventId: 'e1',
    eventTitle: 'Tea',
    organiser: 'Lan Anh',
    contact: null,
    facts: [
      { name: 'phone', label: 'Phone', value: '0900 111 222', kind: 'text' },
      { name: 'question:wish', label: 'What do you expect?', value: 'Coffee', kind: 'text' },
      { name: 'note', label: 'Note', value: 'Friend of the host', kind: 'text' },
      { name: 'message', label: 'Message', value: 'Welcome', kind: 'text' },
      { name: 'message', label: 'Message', value: 'See you', kind: 'text' },
      {
        name: 'question:photo',
        label: 'Your photo',
        value: 'https://hoi.example/api/files/f1.2.ab',
        kind: 'picture',
      },
    ],
    requests: [],
  },
  eventStartDate: '2026-11-20T01:30:00Z',
  cancelReason: null,
  messagesKey: 'a1.stop',
  areMessagesStopped: false,
  givesPlaceBack: true,
}

test('one’s own data repeats nothing of the page, shows pictures, and is hidden again', async () => {
  serveOwn()
  const answered: OwnDataRequest = {
    kind: 'other',
    content: 'Why?',
    askedAt: '2026-11-20T01:30:00Z',
    answerBy: '2026-11-24T16:59:59Z',
    doneBy: '2026-12-05T16:59:59Z',
    answer: 'For the badge',
    result: null,
    reason: null,
    closedAt: null,
  }
  server.use(
    http.get('/event/{eventId}/registration/data', ({ response }) =>
      response(200).json(ok({ ...MY_DATA, data: { ...MY_DATA.data, requests: [answered] } })),
    ),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'See my data' }))
  const data = within(screen.getByRole('region', { name: 'My data' }))
  expect(await data.findByText('Friend of the host')).toBeVisible()
  expect(data.queryByText('0900 111 222')).toBeNull()
  expect(data.queryByText('Coffee')).toBeNull()
  expect(data.getAllByText('Message'), 'of one kind, named once').toHaveLength(1)
  expect(data.getByText('See you')).toBeVisible()
  const picture = data.getByRole('img', { name: 'Your photo' })
  expect(picture).toHaveAttribute('src', '/api/files/f1.2.ab')
  expect(data.queryByText(/must answer/), 'it is answered').toBeNull()
  expect(data.getByText(/must be done by the end of Saturday, December 5/)).toBeVisible()
  await user.click(data.getByRole('button', { name: 'Hide my data' }))
  expect(data.queryByText('Friend of the host')).toBeNull()
  expect(data.getByRole('heading', { name: 'My data' })).toHaveFocus()
})

test('a visitor reads their data, and asks to be erased after being told of the place', async () => {
  serveOwn()
  const asked: OwnDataRequest[] = []
  const bodies: unknown[] = []
  server.use(
    http.get('/event/{eventId}/registration/data', ({ request, response }) => {
      expect(request.headers.get('X-Registration-Key')).toBe('a1.key')
      return response(200).json(ok({ ...MY_DATA, data: { ...MY_DATA.data, requests: asked } }))
    }),
    http.post('/event/{eventId}/registration/data-requests', async ({ request, response }) => {
      bodies.push(await request.json())
      const made: OwnDataRequest = {
        kind: 'erasure',
        content: '',
        askedAt: '2026-11-20T01:30:00Z',
        answerBy: '2026-11-24T16:59:59Z',
        doneBy: '2026-12-05T16:59:59Z',
        answer: null,
        result: null,
        reason: null,
        closedAt: null,
      }
      asked.push(made)
      return response(200).json(ok(made, ['Your request was sent to the organizer']))
    }),
  )
  const user = visit('/form/e1/ticket#a1.key')
  await user.click(await screen.findByRole('button', { name: 'See my data' }))
  expect(await screen.findByText('Friend of the host')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Erase my data' }))
  expect(screen.getByText(/your place goes to somebody else/)).toBeVisible()
  expect(bodies).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Send the request to erase' }))
  expect(await screen.findByText('Your request was sent to the organizer')).toBeVisible()
  expect(bodies).toEqual([{ kind: 'erasure', content: '' }])
  expect(await screen.findByText(/^The organizer must answer by the end of/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Erase my data' }), 'one of a kind is open').toBeNull()
  await user.click(screen.getByRole('button', { name: 'Another request' }))
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText('Write what you ask for')).toBeVisible()
  expect(bodies).toHaveLength(1)
})

test.each([true, false])(
  'of a removed registration the link still shows the data, the event being there: %s',
  async (isEventThere) => {
    if (isEventThere) serveEvent(EVENT)
    else server.use(http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())))
    server.use(
      http.get('/event/{eventId}/registration', ({ response }) => response.untyped(gone())),
      http.get('/event/{eventId}/registration/refund', ({ response }) => response.untyped(gone())),
      http.get('/event/{eventId}/registration/data', ({ response }) => response(200).json(ok(MY_DATA))),
    )
    const user = visit('/form/e1/ticket#a1.key')
    await user.click(await screen.findByRole('button', { name: 'See my data' }))
    expect(await screen.findByText('0900 111 222')).toBeVisible()
  },
)
