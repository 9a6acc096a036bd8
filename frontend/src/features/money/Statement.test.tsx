import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import { serverHasMoney } from './fixtures'
import type { EventMoney, StatementMapping, StatementReport } from './queries'

const PATH = '/event-management/018f0000-0000-7000-8000-000000000001/money'
const NOTHING = { amount: 0, count: 0 }

const MONEY: EventMoney = {
  due: NOTHING,
  received: NOTHING,
  surplus: NOTHING,
  byClass: [],
  byDay: [],
  byWay: [],
  waiting: NOTHING,
  refunds: NOTHING,
  returned: NOTHING,
  refundsDecided: 0,
  account: { id: 'b1', bankName: 'MB', accountNumber: '0123', service: 'sepay' },
}

const MAPPING: StatementMapping = {
  date: 0,
  text: 1,
  moreText: [],
  credit: 3,
  debit: 2,
  direction: null,
  number: null,
  balance: 4,
  byBalance: false,
  openArrived: null,
  currency: null,
  status: null,
  time: null,
  settled: [],
  unsettled: [],
  dateOrder: 'dayFirst',
}
/** The columns of the file that hold no amounts. */
const KNOWN: NonNullable<StatementReport['known']> = {
  date: 0,
  text: 1,
  moreText: [3],
  number: 4,
  currency: null,
  status: 4,
  time: null,
  dateOrder: 'monthFirst',
}
const ROW = { arrivedAt: '2026-08-04T01:00:00Z', amount: 500_000, content: 'EV7K2Q9XAR' }
const PAID = { arrivedAt: '2026-08-04T02:00:00Z', amount: 20_000, content: 'fee' }
const WHOLE: StatementReport = {
  columns: ['Date', 'Text', 'A', 'B', 'Balance'].map((title) => ({ title, sample: [] })),
  mapping: MAPPING,
  doubt: null,
  said: null,
  isRemembered: false,
  states: [],
  unsettled: 0,
  unsettledAmount: 0,
  leftOut: 0,
  leftOutAccounts: [],
  sheet: null,
  otherSheets: [],
  hiddenRows: 0,
  choices: [],
  known: KNOWN,
  proof: { rows: 41, fitting: 41, opening: 100_000, closing: 580_000, misfits: [] },
  rows: [ROW],
  leftRows: [PAID],
  openRows: [],
  otherAccounts: [],
  arrived: 1,
  arrivedAmount: 500_000,
  new: 1,
  left: 1,
  leftAmount: 20_000,
  faults: [],
  faultCount: 0,
  takenInAt: null,
}

let report: (mapping: StatementMapping | null) => StatementReport
let sent: { account: string; isDry: boolean; mapping: StatementMapping | null }[]
let matching: number
let isOther: boolean
let sheet: FormDataEntryValue | null

beforeEach(() => {
  sent = []
  matching = 1
  report = () => WHOLE
  loggedInAs()
  serverHasMoney(MONEY, 0)
  server.use(
    http.get('/transfers', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/bank', ({ response }) => response(200).json(ok([]))),
    http.post('/bank-accounts/{id}/statement', async ({ params, request, response }) => {
      const form = await request.formData()
      const text = form.get('mapping')
      const mapping = typeof text === 'string' ? JSON.parse(text) : null
      const isDry = form.get('dryRun') === 'true'
      sent.push({ account: params.id, isDry, mapping })
      isOther = form.get('acceptsOtherAccount') === 'true'
      sheet = form.get('sheet')
      return response(200).json(
        ok({ ...report(mapping), takenInAt: isDry ? null : '2026-11-20T01:00:00.000Z' }),
      )
    }),
    http.get('/bank-accounts/{id}/statement', ({ response }) => {
      const now = matching
      matching = 0
      return response(200).json(
        ok({ matching: now, paid: 1 - now, waiting: now === 0 ? 3 : 0, elsewhere: now === 0 ? 1 : 0 }),
      )
    }),
  )
})

async function choose() {
  const { user } = await renderApp(PATH)
  await screen.findByRole('button', { name: 'Import statement' })
  const input = document.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no input')
  await user.upload(input, new File(['x'], 'saoke.csv', { type: 'text/csv' }))
  return { user, dialog: await screen.findByRole('dialog') }
}

test('a statement is proved, imported, and its outcome stays on the page', async () => {
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText('Matches the balance on 41 of 41 rows')).toBeVisible()
  expect(within(dialog).getByText('₫580,000')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Matching 1 new transfer…')).toBeVisible()
  expect(await screen.findByText('1 paid')).toBeVisible()
  expect(screen.getByRole('link', { name: '2 to look at' })).toBeVisible()
  expect(screen.getByRole('link', { name: '1 to look at in another event' })).toBeVisible()
  expect(sent.at(-1)).toEqual({ account: 'b1', isDry: false, mapping: MAPPING })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('1 paid')).toBeNull()
})

test('two presses without a gap import a statement once', async () => {
  const { dialog } = await choose()
  const take = await within(dialog).findByRole('button', { name: 'Import' })
  act(() => {
    take.click()
    take.click()
  })
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(sent.filter(({ isDry }) => !isDry)).toHaveLength(1)
})

test('without a proof, a person chooses by rows of each direction', async () => {
  const other = { ...MAPPING, credit: 2, debit: 3 }
  const asked: StatementReport = {
    ...WHOLE,
    mapping: null,
    doubt: 'direction',
    proof: null,
    choices: [
      { mapping: other, arrived: [PAID], left: [ROW] },
      { mapping: MAPPING, arrived: [ROW], left: [PAID] },
    ],
  }
  report = (mapping) => (mapping ? { ...WHOLE, mapping } : asked)
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText('Which money came in?')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDisabled()
  expect(within(dialog).getByText('Money in: B')).toBeVisible()
  expect(within(dialog).queryByRole('combobox', { name: 'Money in' })).toBeNull()
  const ways = within(dialog).getAllByRole('button', { name: 'This is right' })
  await user.click(ways[1] ?? dialog)
  const take = within(dialog).getByRole('button', { name: 'Import' })
  await waitFor(() => expect(take).toBeEnabled())
  await user.click(take)
  await waitFor(() => expect(sent.at(-1)).toEqual({ account: 'b1', isDry: false, mapping: MAPPING }))
})

test('nothing is imported while the balance contradicts the columns', async () => {
  const misfit = 'Row 17: the balance does not follow from the row before'
  report = () => ({
    ...WHOLE,
    doubt: 'balance',
    proof: { rows: 41, fitting: 40, opening: 0, closing: 0, misfits: [misfit] },
  })
  const { dialog } = await choose()
  expect(await within(dialog).findByText('Matches the balance on 40 of 41 rows')).toBeVisible()
  expect(within(dialog).getByText(misfit)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('a balance that is not chosen is named when it is compared all the same', async () => {
  const misfit = 'Row 17: the balance does not follow from the row before'
  const proof = { rows: 41, fitting: 40, opening: 0, closing: 0, misfits: [misfit] }
  report = () => ({ ...WHOLE, doubt: 'balance', proof })
  const kept = /“Balance” holds the balance of this file/
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText(/delete the column of the balance from the file/)).toBeVisible()
  expect(within(dialog).queryByText(kept)).toBeNull()
  const clear = within(dialog).getAllByLabelText('Choose no column')
  await user.click(clear.at(-1) ?? dialog)
  expect(await within(dialog).findByText(kept)).toBeVisible()
  expect(sent.at(-1)?.mapping).toEqual({ ...MAPPING, balance: null })
  expect(within(dialog).getByText(misfit)).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('the account is asked where the event names none', async () => {
  const account = {
    id: 'b2',
    bankName: 'VCB',
    bankBin: null,
    accountNumber: '0999',
    holderName: 'AN',
    service: null,
    webhookAddress: null,
    events: 0,
  }
  server.use(
    http.get('/event/{eventId}/money', ({ response }) => response(200).json(ok({ ...MONEY, account: null }))),
    http.get('/bank-accounts', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ accounts: [account], named: [] }))),
    ),
  )
  const { user, dialog } = await choose()
  expect(sent).toEqual([])
  await user.click(await within(dialog).findByRole('combobox', { name: 'Account of this statement' }))
  await user.click(await screen.findByRole('option', { name: 'VCB · 0999' }))
  expect(await within(dialog).findByText('Matches the balance on 41 of 41 rows')).toBeVisible()
  expect(sent).toEqual([{ account: 'b2', isDry: true, mapping: null }])
})

test('when none of the choices is right, the columns are named one by one', async () => {
  const bare = { ...MAPPING, credit: 2, debit: null, balance: null }
  const asked: StatementReport = {
    ...WHOLE,
    mapping: null,
    doubt: 'direction',
    proof: null,
    choices: [{ mapping: bare, arrived: [ROW], left: [] }],
  }
  report = () => asked
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText('Every row of column A is money in')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'None of these is right' }))
  expect(within(dialog).queryByRole('button', { name: 'This is right' })).toBeNull()
  expect(within(dialog).getByRole('combobox', { name: 'Money in' })).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDisabled()
})

test.each([
  ['where none of the ways is right', 1],
  ['where there is no way to choose', 0],
])('columns named one by one keep what the file is known to say, %s', async (_, ways) => {
  const named = { ...MAPPING, ...KNOWN, credit: 2, debit: null, balance: null }
  const asked: StatementReport = {
    ...WHOLE,
    mapping: null,
    doubt: 'direction',
    proof: null,
    choices: [{ mapping: named, arrived: [ROW], left: [] }].slice(0, ways),
  }
  report = (mapping) => (mapping ? { ...WHOLE, mapping } : asked)
  const { user, dialog } = await choose()
  if (ways > 0)
    await user.click(await within(dialog).findByRole('button', { name: 'None of these is right' }))
  const order = await within(dialog).findByRole('combobox', { name: 'Order of the date' })
  expect(order).toHaveValue('Month/day')
  await user.click(within(dialog).getByRole('combobox', { name: 'Money in' }))
  await user.click(await screen.findByRole('option', { name: 'A' }))
  await waitFor(() => expect(sent.at(-1)?.mapping).toEqual(named))
})

test('what one sheet says is not kept for another', async () => {
  const asked: StatementReport = { ...WHOLE, mapping: null, doubt: 'direction', proof: null }
  const other = { ...KNOWN, moreText: [], number: null, status: null }
  report = (mapping) => {
    if (mapping) return { ...WHOLE, mapping }
    return sheet === 'Dec'
      ? { ...asked, known: other, sheet: 'Dec', otherSheets: ['Nov'] }
      : { ...asked, sheet: 'Nov', otherSheets: ['Dec'] }
  }
  const { user, dialog } = await choose()
  await user.click(await within(dialog).findByRole('combobox', { name: 'Sheet' }))
  await user.click(await screen.findByRole('option', { name: 'Dec' }))
  await waitFor(() =>
    expect(within(dialog).getByRole('combobox', { name: 'Transaction number' })).toHaveValue(''),
  )
  await user.click(within(dialog).getByRole('combobox', { name: 'Money in' }))
  await user.click(await screen.findByRole('option', { name: 'A' }))
  const named = { ...MAPPING, ...other, credit: 2, debit: null, balance: null }
  await waitFor(() => expect(sent.at(-1)?.mapping).toEqual(named))
})

test('the columns that belong to the text are shown and can be chosen', async () => {
  report = (mapping) => ({ ...WHOLE, mapping: mapping ?? { ...MAPPING, moreText: [3] } })
  const { user, dialog } = await choose()
  await user.click(await within(dialog).findByRole('button', { name: 'Change columns' }))
  const more = within(dialog).getByRole('combobox', { name: 'More columns of text' })
  const name = { name: 'Text' }
  await user.click(more)
  expect(screen.queryByRole('option', name)).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'A' }))
  await waitFor(() => expect(sent.at(-1)?.mapping).toEqual({ ...MAPPING, moreText: [2, 3] }))
  // The first column of text is not joined to itself.
  await user.click(within(dialog).getByRole('combobox', name))
  await user.click(await screen.findByRole('option', { name: 'B' }))
  await waitFor(() => expect(sent.at(-1)?.mapping).toEqual({ ...MAPPING, text: 3, moreText: [2] }))
})

test('columns that the balance proves are not asked for, and ignored rows can be seen', async () => {
  const { user, dialog } = await choose()
  const change = await within(dialog).findByRole('button', { name: 'Change columns' })
  expect(within(dialog).queryByRole('combobox')).toBeNull()
  await user.click(change)
  expect(within(dialog).getByRole('combobox', { name: 'Money in' })).toBeVisible()
  const left = within(dialog).getByText('1 transfer out, ignored')
  const row = within(dialog).getByText(PAID.content)
  expect(row).not.toBeVisible()
  await user.click(left)
  expect(row).toBeVisible()
})

test('a statement of another account is taken in only after a confirmation', async () => {
  report = () => ({ ...WHOLE, otherAccounts: ['99887766554'] })
  const { user, dialog } = await choose()
  expect(
    await within(dialog).findByText(/names account 99887766554, while you import for 0123/),
  ).toBeVisible()
  const take = within(dialog).getByRole('button', { name: 'Import' })
  expect(take).toBeDisabled()
  await user.click(within(dialog).getByRole('checkbox', { name: 'This is the statement of account 0123' }))
  await user.click(take)
  await waitFor(() => expect(sent.at(-1)?.isDry).toBe(false))
  expect(isOther).toBe(true)
})

test('the row that no balance tells is answered for this file', async () => {
  const byBalance = { ...MAPPING, credit: 2, debit: null, byBalance: true }
  report = (mapping) => {
    const own = mapping ?? byBalance
    return { ...WHOLE, mapping: own, openRows: own.openArrived === null ? [ROW] : [] }
  }
  const { user, dialog } = await choose()
  await user.click(await within(dialog).findByRole('button', { name: 'It came in' }))
  expect(await within(dialog).findByText('The row without a balance before it: money in.')).toBeVisible()
  expect(sent.at(-1)?.mapping).toEqual({ ...byBalance, openArrived: true })
  await user.click(within(dialog).getByRole('button', { name: 'Choose again' }))
  expect(await within(dialog).findByRole('button', { name: 'It went out' })).toBeVisible()
})

test('a refusal says how long to wait, in the dialog, and keeps the file', async () => {
  let isRefusing = true
  const wait = 'Too many attempts. Please wait 5 seconds and try again.'
  server.use(
    http.post('/bank-accounts/{id}/statement', ({ response }) =>
      response.untyped(
        isRefusing
          ? HttpResponse.json({ code: 5003, messages: [wait] }, { status: 429 })
          : HttpResponse.json(ok(WHOLE)),
      ),
    ),
  )
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText(wait)).toBeVisible()
  expect(within(dialog).getByText('The file and your answers are still here.')).toBeVisible()
  isRefusing = false
  await user.click(within(dialog).getByRole('button', { name: 'Try again' }))
  const take = await within(dialog).findByRole('button', { name: 'Import' })
  isRefusing = true
  await user.click(take)
  expect(await within(dialog).findByText('The file was not imported')).toBeVisible()
  expect(within(dialog).getByText(wait)).toBeVisible()
  isRefusing = false
  await user.click(within(dialog).getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
})

test('the account of the event is added with one press; the file stays meanwhile', async () => {
  const account = {
    id: 'b3',
    bankName: 'VCB',
    bankBin: null,
    accountNumber: '0999',
    holderName: 'AN',
    service: null,
    webhookAddress: null,
    events: 1,
    waiting: 0,
  }
  const named = { bankName: 'VCB', bankBin: null, accountNumber: '0999', holderName: 'AN', events: 1 }
  const added: unknown[] = []
  server.use(
    http.get('/event/{eventId}/money', ({ response }) => response(200).json(ok({ ...MONEY, account: null }))),
    http.get('/bank-accounts', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok(added.length > 0 ? { accounts: [account], named: [] } : { accounts: [], named: [named] }),
        ),
      ),
    ),
    http.post('/bank-accounts', async ({ request, response }) => {
      added.push(await request.json())
      return response.untyped(HttpResponse.json(ok(account)))
    }),
  )
  const { user, dialog } = await choose()
  await user.click(await within(dialog).findByRole('button', { name: 'Another account' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Use VCB 0999' }))
  expect(await screen.findByText('Matches the balance on 41 of 41 rows')).toBeVisible()
  expect(added).toEqual([{ bankName: 'VCB', bankBin: null, accountNumber: '0999', holderName: 'AN' }])
  expect(sent).toEqual([{ account: 'b3', isDry: true, mapping: null }])
})

test('ignored rows and choices from an earlier file are named', async () => {
  report = () => ({
    ...WHOLE,
    isRemembered: true,
    unsettled: 1,
    unsettledAmount: 600_000,
    leftOut: 2,
    leftOutAccounts: ['9876543210'],
    hiddenRows: 1,
  })
  const { dialog } = await choose()
  expect(await within(dialog).findByText(/you chose for an earlier file/)).toBeVisible()
  expect(within(dialog).getByText('1 transfer in, 1 new.')).toBeVisible()
  expect(within(dialog).getByText(/1 transfer of ₫600,000 failed/)).toBeVisible()
  expect(within(dialog).getByText('2 rows of account 9876543210 are left out.')).toBeVisible()
  expect(within(dialog).getByText(/1 row is hidden in the file/)).toBeVisible()
})

test('a state that is not known is answered for this file', async () => {
  report = (mapping) => ({
    ...WHOLE,
    mapping: mapping ?? MAPPING,
    states: mapping?.settled.length ? [] : [{ word: 'Khớp', count: 2, amount: 700_000 }],
  })
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText('Khớp: 2 transfers, ₫700,000')).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'The money arrived' }))
  expect(await within(dialog).findByText('Arrived: Khớp.')).toBeVisible()
  expect(sent.at(-1)?.mapping).toEqual({ ...MAPPING, settled: ['Khớp'] })
  await user.click(within(dialog).getByRole('button', { name: 'Choose again' }))
  expect(await within(dialog).findByText('Khớp: 2 transfers, ₫700,000')).toBeVisible()
})

test('a statement in another currency is refused in the words of the server, without columns to choose', async () => {
  const said = 'The statement is not in dong (“USD”).'
  report = () => ({ ...WHOLE, doubt: 'currency', said, proof: null })
  const { dialog } = await choose()
  expect(await within(dialog).findByText(said)).toBeVisible()
  expect(within(dialog).queryByRole('combobox')).toBeNull()
  expect(within(dialog).getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('another sheet with transfers is named and can be read', async () => {
  report = () => ({ ...WHOLE, sheet: 'T11', otherSheets: ['T12'] })
  const { user, dialog } = await choose()
  expect(await within(dialog).findByText(/Only sheet “T11” is read/)).toBeVisible()
  await user.click(within(dialog).getByRole('combobox', { name: 'Sheet' }))
  await user.click(await screen.findByRole('option', { name: 'T12' }))
  await waitFor(() => expect(sheet).toBe('T12'))
})
