import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { ListedInvoice } from '~/features/invoices/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { serverHasMoney } from './fixtures'
import type { EventMoney, Refund, Transfer } from './queries'

const PATH = '/event-management/018f0000-0000-7000-8000-000000000001/money'

const MONEY: EventMoney = {
  due: { amount: 500_000, count: 2 },
  received: { amount: 250_000, count: 1 },
  surplus: { amount: 0, count: 0 },
  byClass: [
    {
      ticketId: 't1',
      name: 'Standard',
      due: { amount: 500_000, count: 2 },
      received: { amount: 250_000, count: 1 },
      surplus: { amount: 0, count: 0 },
    },
  ],
  byDay: [],
  byWay: [{ way: 'webhook', amount: 250_000, count: 1 }],
  waiting: { amount: 249_000, count: 1 },
  refunds: { amount: 0, count: 0 },
  returned: { amount: 0, count: 0 },
  refundsDecided: 0,
  account: { id: 'b1', bankName: 'MB', accountNumber: '0123', service: 'sepay' },
}

const UNDER: Transfer = {
  id: 'tr1',
  accountId: 'b1',
  account: 'MB 0123',
  amount: 249_000,
  arrivedAt: '2026-11-20T01:00:00Z',
  content: 'EV7K2Q9XAR',
  payer: 'NGUYEN VAN AN',
  payerAccount: null,
  way: 'webhook',
  state: 'waiting',
  reason: 'under',
  suggestion: {
    attendanceId: 'a1',
    eventId: 'ev1',
    eventTitle: 'Autumn night',
    fullName: 'Nguyễn Văn An',
    reference: 'EV7K2Q9XAR',
    amount: 250_000,
    received: 0,
    due: 250_000,
    isPaid: false,
    isCancelled: false,
  },
  split: [],
  named: [],
  proposal: 'part',
  payments: [],
  difference: -1000,
  decidedByName: null,
  decidedAt: null,
}
const UNKNOWN: Transfer = {
  ...UNDER,
  id: 'tr2',
  content: 'thanks',
  reason: 'unknown',
  suggestion: null,
  proposal: null,
  difference: null,
}
const OVER: Transfer = {
  ...UNDER,
  id: 'tr3',
  amount: 350_000,
  reason: 'over',
  proposal: 'over',
  difference: 100_000,
}
const EXACT: Transfer = {
  ...UNDER,
  id: 'tr4',
  amount: 250_000,
  reason: 'oneWrong',
  proposal: 'assign',
  difference: 0,
}

/** A transfer that names two people, of whom each owes ₫250,000. */
function twoPeople(): Transfer {
  const an = UNDER.suggestion
  if (!an) throw new Error('there is no suggestion')
  const mai = { ...an, attendanceId: 'a2', fullName: 'Trần Thị Mai', reference: 'EV8888888T' }
  return {
    ...UNDER,
    id: 'tr7',
    amount: 499_000,
    reason: 'several',
    suggestion: null,
    named: [an, mai],
    proposal: null,
    difference: -1000,
  }
}

const REFUND: Refund = {
  attendanceId: 'a9',
  number: null,
  isLast: false,
  isSurplus: false,
  fullName: 'Lê Thị Hoa',
  email: 'hoa@khach.vn',
  phone: '0912345678',
  reference: 'EV9999999T',
  price: 250_000,
  received: 250_000,
  amount: 250_000,
  most: 250_000,
  state: 'owed',
  way: null,
  reason: null,
  account: {
    bankName: 'Techcombank',
    bankBin: '970407',
    accountNumber: '1900',
    holderName: 'LE THI HOA',
    isTyped: false,
  },
  vietQr: '00020101',
  decidedByName: null,
  decidedAt: null,
  version: 0,
}

let waiting: Transfer[]
let decisions: unknown[]

beforeEach(() => {
  waiting = [UNDER, UNKNOWN]
  decisions = []
  loggedInAs()
  serverHasMoney(MONEY, 2)
  server.use(
    http.get('/transfers', ({ response }) =>
      response(200).json(ok({ items: waiting, total: waiting.length })),
    ),
    http.post('/transfers/decide', async ({ request, response }) => {
      const body = await request.json()
      decisions.push(body)
      waiting = waiting.filter(({ id }) => !body.ids.includes(id))
      return response(200).json(ok({ done: body.ids, failed: [] }))
    }),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({
            items: [
              { id: 'a2', fullName: 'Trần Thị Mai', amount: 250_000, received: 0, paymentRef: 'EV8888888T' },
            ],
            total: 1,
          }),
        ),
      ),
    ),
  )
})

const rows = () => within(screen.getByRole('region', { name: 'Transfers' })).getAllByRole('listitem')

test('a transfer is decided by one key and taken back by one click', async () => {
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('Too little')).toBeVisible()
  // The button names the effect of the decision on the rest.
  expect(screen.getByRole('button', { name: '₫249,000 is enough' })).toBeVisible()
  rows()[0]?.focus()
  await user.keyboard('{ArrowDown}')
  expect(rows()[1]).toHaveFocus()
  await user.keyboard('{ArrowUp}{Enter}')
  await waitFor(() => expect(decisions).toEqual([{ action: 'accept', ids: ['tr1'] }]))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(decisions.at(-1)).toEqual({ action: 'undo', ids: ['tr1'] }))
})

test('the organiser chooses a participant for a transfer that names none', async () => {
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('No suggestion')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose person' }))
  await user.click(await screen.findByRole('button', { name: /Trần Thị Mai/ }))
  await waitFor(() => expect(decisions).toEqual([{ action: 'assign', ids: ['tr2'], attendanceId: 'a2' }]))
})

test('each row shows the amount due, the amount received and the difference', async () => {
  waiting = [UNDER, OVER, { ...EXACT, reason: 'unknown' }, UNKNOWN]
  await renderApp(PATH)
  // A payer counts as unknown only without a suggestion.
  expect(await screen.findByText('Suggested by name')).toBeVisible()
  expect(screen.getAllByText('Unknown payer')).toHaveLength(1)
  expect(await screen.findByText('₫1,000 too little')).toBeVisible()
  expect(screen.getByText('Due ₫250,000, received ₫249,000')).toBeVisible()
  expect(screen.getByText('₫100,000 too much')).toBeVisible()
  expect(screen.getByText('Due ₫250,000, received ₫350,000')).toBeVisible()
  expect(screen.getByText('Exact amount')).toBeVisible()
})

test('a transfer with which a person paid is not of an unknown payer', async () => {
  const { named: payments } = twoPeople()
  waiting = [
    { ...EXACT, state: 'used', reason: 'unknown', proposal: null, suggestion: null, payments },
    { ...UNKNOWN, id: 'tr9', state: 'aside' },
  ]
  await renderApp(`${PATH}?state=used`)
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toHaveTextContent('Nguyễn Văn An')
  expect(rows()[0]).not.toHaveTextContent('Unknown payer')
  expect(rows()[1]).toHaveTextContent('Unknown payer')
})

test('too much is asked about once: it goes back, or is kept as agreed', async () => {
  waiting = [OVER, { ...OVER, id: 'tr5' }]
  const { user } = await renderApp(PATH)
  const [accept] = await screen.findAllByRole('button', { name: 'Accept, ₫100,000 too much…' })
  if (accept) await user.click(accept)
  const dialog = () => within(screen.getByRole('dialog', { name: 'Nguyễn Văn An paid ₫100,000 too much' }))
  expect(dialog().getByRole('radio', { name: 'Give it back' })).toBeChecked()
  await user.click(dialog().getByRole('button', { name: 'Accept' }))
  await waitFor(() =>
    expect(decisions).toEqual([
      { action: 'accept', ids: ['tr3'], surplus: { action: 'giveBack', amount: 100_000, note: null } },
    ]),
  )
  await waitFor(() => expect(rows()).toHaveLength(1))
  rows()[0]?.focus()
  await user.keyboard('{Enter}')
  await user.click(dialog().getByRole('radio', { name: 'Keep it as agreed' }))
  await user.click(dialog().getByRole('button', { name: 'Accept' }))
  expect(decisions).toHaveLength(1)
  await user.type(dialog().getByRole('textbox', { name: /What was agreed/ }), 'For the club')
  await user.click(dialog().getByRole('button', { name: 'Accept' }))
  const surplus = { action: 'keep', amount: 100_000, note: 'For the club' }
  await waitFor(() => expect(decisions.at(-1)).toEqual({ action: 'accept', ids: ['tr5'], surplus }))
})

test('choosing a participant for more than they owe asks about the surplus, too', async () => {
  waiting = [{ ...UNKNOWN, amount: 260_000 }]
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Choose person' }))
  await user.click(await screen.findByRole('button', { name: /Trần Thị Mai/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Trần Thị Mai paid ₫10,000 too much' }))
  await user.click(dialog.getByRole('button', { name: 'Accept' }))
  const surplus = { action: 'giveBack', amount: 10_000, note: null }
  await waitFor(() =>
    expect(decisions).toEqual([{ action: 'assign', ids: ['tr2'], attendanceId: 'a2', surplus }]),
  )
})

test('only exact suggestions are accepted together, and the others are counted', async () => {
  waiting = [EXACT, UNDER, OVER, { ...EXACT, id: 'tr6' }, twoPeople()]
  const { user } = await renderApp(PATH)
  expect(
    await screen.findByText('To be looked at one by one: 1 too much, 1 too little, 1 for several people.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Accept 2 suggestions' }))
  await waitFor(() => expect(decisions).toEqual([{ action: 'accept', ids: ['tr4', 'tr6'] }]))
})

test('a transfer left out of several is a note and no error', async () => {
  waiting = [EXACT, { ...EXACT, id: 'tr6' }]
  server.use(
    http.post('/transfers/decide', ({ response }) => {
      const failed = [{ id: 'tr6', reason: 'Decide about it on its own' }]
      return response(200).json(ok({ done: ['tr4'], failed }))
    }),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Accept 2 suggestions' }))
  expect(await screen.findByText('Decide about it on its own')).toBeVisible()
  expect(screen.queryByText('Something went wrong🙁!')).toBeNull()
})

test('a transfer for two people is shown with both, and split by one press', async () => {
  const { named, ...several } = twoPeople()
  waiting = [
    { ...several, id: 'tr1', amount: 500_000, proposal: 'split', split: named, named: [], difference: 0 },
  ]
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('Several people, sum fits')).toBeVisible()
  expect(screen.getAllByText('Nguyễn Văn An')).toHaveLength(1)
  expect(screen.getByText('Trần Thị Mai')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Split among 2 people' }))
  await waitFor(() => expect(decisions).toEqual([{ action: 'accept', ids: ['tr1'] }]))
})

test('a transfer for two people whose sum differs shows both, what they owe and the difference', async () => {
  waiting = [twoPeople()]
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('Several people, sum differs')).toBeVisible()
  expect(screen.getByText('Nguyễn Văn An')).toBeVisible()
  expect(screen.getByText('Trần Thị Mai')).toBeVisible()
  expect(screen.getByText('₫1,000 too little')).toBeVisible()
  expect(screen.getByText('Due ₫500,000, received ₫499,000')).toBeVisible()
  expect(screen.queryByText('No suggestion')).toBeNull()
  expect(screen.queryByText('Unknown payer')).toBeNull()
  // Nothing is accepted of it: the key asks for a person.
  expect(screen.queryByRole('button', { name: /Accept|Split/ })).toBeNull()
  rows()[0]?.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(decisions).toEqual([])
})

test('chosen transfers are set aside together', async () => {
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getByRole('button', { name: 'Set 2 aside' }))
  await waitFor(() => expect(decisions).toEqual([{ action: 'setAside', ids: ['tr1', 'tr2'] }]))
  expect(await screen.findByText('Nothing to decide')).toBeVisible()
})

test('the amounts due and received stand above, with the button to remind', async () => {
  await renderApp(PATH)
  expect(await screen.findByRole('button', { name: 'Remind 2 who owe' })).toBeVisible()
  expect(screen.getByText('₫500,000')).toBeVisible()
  expect(screen.getByText('₫250,000 of ₫750,000')).toBeVisible()
  expect(screen.getByText('₫250,000 · 1 person')).toBeVisible()
})

test('participants who owe are reminded after one question with their number', async () => {
  let found = { recipients: 2, remindedLately: 3, leftToday: 1 }
  let calls = 0
  server.use(
    http.get('/event/{eventId}/payment-reminders', ({ response }) => response(200).json(ok(found))),
    http.post('/event/{eventId}/payment-reminders', ({ response }) => {
      calls += 1
      found = { recipients: 0, remindedLately: 4, leftToday: 0 }
      return response(200).json(ok({ reminded: 1, rest: 1 }))
    }),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Remind 2 who owe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind 2 people who owe?' }))
  expect(dialog.getByText(/3 people were reminded within 24 hours and are left out/)).toBeVisible()
  expect(dialog.getByText(/You can send 1 more mail today/)).toBeVisible()
  expect(calls).toBe(0)
  await user.click(dialog.getByRole('button', { name: 'Send reminders' }))
  expect(await screen.findByText('One reminder is on its way.')).toBeVisible()
  expect(calls).toBe(1)
  expect(await screen.findByRole('button', { name: 'Reminded within 24 hours' })).toBeDisabled()
})

test('money beyond the prices of tickets stands apart', async () => {
  const [standard] = MONEY.byClass
  if (!standard) throw new Error('no class')
  const surplus = { amount: 100_000, count: 1 }
  server.use(
    http.get('/event/{eventId}/money', ({ response }) =>
      response(200).json(ok({ ...MONEY, surplus, byClass: [{ ...standard, surplus }] })),
    ),
  )
  await renderApp(PATH)
  expect(await screen.findByText('Beyond ticket prices')).toBeVisible()
  expect(screen.getByText('₫250,000 of ₫750,000')).toBeVisible()
  expect(screen.getByText('Besides, ₫100,000 too much')).toBeVisible()
})

test('a refund is transferred by its code, noted and taken back', async () => {
  let refunds: Refund[] = [
    REFUND,
    { ...REFUND, attendanceId: 'a8', fullName: 'Vũ An', account: null, vietQr: null },
  ]
  const noted: unknown[] = []
  server.use(
    http.get('/event/{eventId}/money', ({ response }) =>
      response(200).json(ok({ ...MONEY, refunds: { amount: 500_000, count: 2 } })),
    ),
    http.get('/event/{eventId}/refunds', ({ response }) =>
      response(200).json(ok({ items: refunds, total: refunds.length })),
    ),
    http.post('/event/{eventId}/refunds/decide', async ({ request, response }) => {
      const body = await request.json()
      noted.push(body)
      refunds = refunds.filter(({ attendanceId }) => !body.ids.includes(attendanceId))
      return response(200).json(ok({ done: body.ids, failed: [] }))
    }),
    http.get('/bank', ({ response }) => response(200).json(ok([]))),
  )
  const { user } = await renderApp(PATH)
  const section = within(await screen.findByRole('region', { name: 'Refunds' }))
  expect(await section.findByText('Techcombank · 1900 · LE THI HOA')).toBeVisible()
  expect(section.getByText('Account not known')).toBeVisible()
  await user.click(section.getByRole('button', { name: 'QR code' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Transfer back to Lê Thị Hoa' }))
  expect(dialog.getByRole('img', { name: 'VietQR code to transfer ₫250,000 back' })).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Transferred back' }))
  await waitFor(() => expect(noted).toEqual([{ action: 'return', way: 'transfer', ids: ['a9'] }]))
  expect(await section.findByText('One refund noted.')).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(noted.at(-1)).toEqual({ action: 'undo', ids: ['a9'] }))
})

test('why nothing is owed has to be said', async () => {
  const noted: unknown[] = []
  server.use(
    http.get('/event/{eventId}/money', ({ response }) =>
      response(200).json(ok({ ...MONEY, refunds: { amount: 250_000, count: 1 } })),
    ),
    http.get('/event/{eventId}/refunds', ({ response }) =>
      response(200).json(ok({ items: [REFUND], total: 1 })),
    ),
    http.post('/event/{eventId}/refunds/decide', async ({ request, response }) => {
      const body = await request.json()
      noted.push(body)
      return response(200).json(ok({ done: body.ids, failed: [] }))
    }),
  )
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'More about Lê Thị Hoa' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Not owed' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Not owed' }))
  expect(noted).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'No refunds')
  await user.click(dialog.getByRole('button', { name: 'Not owed' }))
  await waitFor(() => expect(noted).toEqual([{ action: 'waive', reason: 'No refunds', ids: ['a9'] }]))
})

test('invoices are issued together, and that is taken back', async () => {
  const invoice: ListedInvoice = {
    attendanceId: 'a1',
    fullName: 'Trần Thị Mai',
    participantEmail: 'mai@khach.vn',
    phone: '0912345678',
    isRemoved: false,
    class: 'Standard',
    amount: 250_000,
    reference: 'EV7K2Q9XAR',
    state: 'waiting',
    issuedByName: null,
    buyer: 'company',
    name: 'Công ty Sao Mai',
    taxNumber: '0100109106',
    address: '1 Tràng Tiền',
    email: null,
    askedAt: '2026-11-20T01:00:00Z',
    issuedAt: null,
    invoiceNumber: null,
    version: 1,
  }
  let isIssued = false
  const sent: unknown[] = []
  server.use(
    http.get('/event/{eventId}/invoices', ({ response }) => {
      const items = isIssued ? [] : [invoice, { ...invoice, attendanceId: 'a2', fullName: 'Lê Thị Hoa' }]
      const counts = { waiting: items.length, unpaid: 0, issued: 2 - items.length }
      return response(200).json(ok({ items, total: items.length, ...counts }))
    }),
    http.post('/event/{eventId}/invoices/decide', async ({ request, response }) => {
      const body = await request.json()
      sent.push(body)
      isIssued = body.action === 'issue'
      return response(200).json(ok({ done: body.ids, failed: [] }))
    }),
  )
  const { user } = await renderApp(PATH)
  const section = within(await screen.findByRole('region', { name: 'Invoices' }))
  expect(await section.findAllByText('mai@khach.vn')).toHaveLength(2)
  await user.click(section.getByRole('checkbox', { name: 'Select all' }))
  await user.click(section.getByRole('button', { name: '2 issued' }))
  expect(await section.findByText('2 invoices noted as issued.')).toBeVisible()
  expect(await section.findByText('No invoice is left to be issued')).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(2))
  expect(sent).toEqual([
    { action: 'issue', ids: ['a1', 'a2'] },
    { action: 'undo', ids: ['a1', 'a2'] },
  ])
})

test('without offered or requested invoices the screen does not mention them', async () => {
  await renderApp(PATH)
  expect(await screen.findByRole('region', { name: 'Transfers' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Invoices' })).not.toBeInTheDocument())
})
