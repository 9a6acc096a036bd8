import { createMemoryHistory, RouterContextProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
import { createAppRouter } from '~/app/router'
import { RIGHTS } from '~/features/events/fixtures'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import { http, LOGIN_RESULT, ok, refused, server } from '~/test/server'
import { ImportModal } from './ImportModal'
import type { ImportPreview } from './queries'

const PREVIEW: ImportPreview = {
  kind: 'xlsx',
  sheet: 'Khách mời',
  rows: 2,
  columns: [
    { title: 'Họ tên', field: 'fullName', isOffered: false },
    { title: 'Liên hệ', field: null, isOffered: false },
  ],
  sample: [
    { row: 2, cells: ['Nguyễn Văn Đức', '0912345678'] },
    { row: 3, cells: ['Trần Thị Ổi'] },
  ],
  fields: [
    { id: 'newQuestion', label: 'A new question of the form', required: false },
    { id: 'fullName', label: 'Full name', required: true },
    { id: 'phone', label: 'Phone', required: true },
  ],
  notes: ['Two zeros were put back.'],
  list: { sheets: [], hiddenRows: 0, takesHiddenRows: false, font: null, notes: [] },
  errors: [{ row: 1, column: 'Phone', message: 'No column holds this.' }],
  errorCount: 1,
  questions: [],
  questionCount: 0,
  open: 0,
  failed: 0,
  added: 2,
  updated: 0,
  unchanged: 0,
  differences: [],
  different: 0,
  leftOut: [],
  leftOutCount: 0,
  statuses: [],
  classes: [],
  names: [],
  nameOrder: 'byName',
  renamed: 0,
  gone: 0,
  otherEmails: [],
  otherEmailCount: 0,
  badPhones: { listed: [], count: 0, old: 0 },
  doubtfulPhones: { listed: [], count: 0, old: 0 },
  oddPayments: { listed: [], count: 0 },
  lastRows: [],
  dates: [],
  dateOrder: null,
}

let sent: FormData[]
let preview: (form: FormData) => ImportPreview

beforeEach(() => {
  startSession(LOGIN_RESULT, true)
  sent = []
  preview = () => PREVIEW
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ id: 'ev1', rights: RIGHTS, sendEmailAfterRegister: true }))),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) => response.untyped(HttpResponse.json(ok([])))),
    http.post('/event/{eventId}/attendances/import', async ({ request, response }) => {
      const form = await request.formData()
      sent.push(form)
      return form.get('dryRun')
        ? response(200).json(ok({ imported: 0, preview: preview(form) }))
        : response(200).json(ok({ imported: 2 }, ['2 participants imported']))
    }),
  )
})

async function chooseFile() {
  const onClose = vi.fn()
  const onDone = vi.fn()
  const queryClient = createQueryClient(() => undefined)
  const { router, stop } = createAppRouter(queryClient, createMemoryHistory())
  onTestFinished(stop)
  render(
    <Providers queryClient={queryClient} env="test">
      <RouterContextProvider router={router}>
        <ImportModal eventId="ev1" onClose={onClose} onDone={onDone} />
      </RouterContextProvider>
    </Providers>,
  )
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText('File with the list'), new File(['x'], 'guests.xlsx'))
  return { user, onClose, onDone }
}

test('a column is corrected, errors are listed, and then everyone is imported', async () => {
  preview = (form) => (form.get('mapping') ? { ...PREVIEW, errors: [], errorCount: 0 } : PREVIEW)
  const { user, onClose, onDone } = await chooseFile()
  expect(await screen.findByText('Sheet “Khách mời” of guests.xlsx has 2 people.')).toBeVisible()
  expect(screen.getByText('Two zeros were put back.')).toBeVisible()
  const errors = within(screen.getByRole('table', { name: '1 error to fix' }))
  expect(errors.getByRole('row', { name: '1 Phone No column holds this.' })).toBeVisible()
  const run = screen.getByRole('button', { name: 'Import 2 people' })
  expect(run).toBeDisabled()

  await user.click(screen.getByRole('combobox', { name: 'What does column “Liên hệ” hold?' }))
  await user.click(await screen.findByRole('option', { name: 'Phone *' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: '1 error to fix' })).toBeNull())
  await user.click(screen.getByLabelText('Mail these people their tickets'))
  await waitFor(() => expect(run).toBeEnabled())
  await user.click(run)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onDone).toHaveBeenCalledWith({ name: 'guests.xlsx', answer: { imported: 2 } })
  const last = sent.at(-1)
  expect([last?.get('mapping'), last?.get('sendMail'), last?.get('dryRun')]).toEqual([
    '["fullName","phone"]',
    'true',
    null,
  ])
})

test('a file that cannot be read says why, and another can be chosen', async () => {
  server.use(
    http.post('/event/{eventId}/attendances/import', ({ response }) =>
      response('default').json(refused(5006, ['guests.xlsx is no CSV, XLSX or XLS file']), { status: 415 }),
    ),
  )
  const { user } = await chooseFile()
  expect(await screen.findByText('guests.xlsx is no CSV, XLSX or XLS file')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(screen.getByLabelText('File with the list')).toBeVisible()
})

test('a connection that fails says nothing of the file, which can be sent again', async () => {
  let isDead = true
  server.use(
    http.post('/event/{eventId}/attendances/import', ({ response }) =>
      isDead ? response.untyped(HttpResponse.error()) : undefined,
    ),
  )
  const { user } = await chooseFile()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('This file cannot be read')).toBeNull()
  isDead = false
  await user.click(again)
  expect(await screen.findByText('Two zeros were put back.')).toBeVisible()
})

test('errors that occur only in the import itself are listed as well', async () => {
  preview = () => ({ ...PREVIEW, errors: [], errorCount: 0 })
  const { user, onClose } = await chooseFile()
  const run = await screen.findByRole('button', { name: 'Import 2 people' })
  server.use(
    http.post('/event/{eventId}/attendances/import', ({ response }) =>
      response('default').json(
        {
          ...refused(5002, ['Import Failed']),
          errors: [{ row: 3, column: 'Email', message: 'Taken.' }],
          errorCount: 1,
        },
        { status: 400 },
      ),
    ),
  )
  await user.click(run)
  const errors = within(await screen.findByRole('table', { name: 'Import Failed: 1 error to fix' }))
  expect(errors.getByRole('row', { name: '3 Email Taken.' })).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
})

test('changed cells are shown, and the user decides about font, hidden rows and sheet', async () => {
  const list: ImportPreview['list'] = {
    sheets: [
      { name: 'Khách mời', fits: true, isHidden: false },
      { name: 'Khách mời 2', fits: true, isHidden: false },
      { name: 'Năm ngoái', fits: true, isHidden: true },
      { name: 'Hướng dẫn', fits: false, isHidden: false },
    ],
    hiddenRows: 2,
    takesHiddenRows: false,
    font: 'TCVN3 (.VnTime)',
    notes: [
      {
        kind: 'number',
        count: 1,
        notes: [{ row: 2, column: 'SĐT', old: '912345678', new: '0912345678' }],
      },
      {
        kind: 'error',
        count: 1,
        notes: [{ row: 3, column: 'Công ty', old: '#N/A', new: null }],
      },
      {
        kind: 'font',
        count: 52,
        notes: [{ row: 2, column: 'Họ tên', old: 'NguyÔn V¨n §øc', new: 'Nguyễn Văn Đức' }],
      },
      { kind: 'foot', count: 1, notes: [{ row: 9, column: null, old: 'Tổng cộng · 2', new: null }] },
    ],
  }
  preview = () => ({ ...PREVIEW, errors: [], errorCount: 0, list })
  const { user } = await chooseFile()
  const names = await screen.findByRole('table', { name: '52 texts converted from an old font' })
  expect(within(names).getByRole('row', { name: '2 Họ tên NguyÔn V¨n §øc → Nguyễn Văn Đức' })).toBeVisible()
  expect(screen.getByText('and 51 more')).toBeVisible()
  const numbers = screen.getByText('1 number completed')
  expect(screen.getByText('0912345678', { selector: 'b' })).not.toBeVisible()
  await user.click(numbers)
  expect(screen.getByText('0912345678', { selector: 'b' })).toBeVisible()
  await user.click(screen.getByText('1 row left out that is no person'))
  expect(screen.getByRole('row', { name: '9 Tổng cộng · 2' })).toBeVisible()

  await user.click(screen.getByRole('switch', { name: /^Convert texts/ }))
  await waitFor(() => expect(sent.at(-1)?.get('keepFont')).toBe('true'))
  await user.click(screen.getByRole('checkbox', { name: 'Also take 2 hidden rows' }))
  await waitFor(() => expect(sent.at(-1)?.get('hiddenRows')).toBe('true'))
  expect(
    screen.getByText('Several sheets look like lists of people. Check that this is the one.'),
  ).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Sheet' }))
  expect(screen.queryByRole('option', { name: 'Hướng dẫn' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Năm ngoái (hidden)' }))
  await waitFor(() => expect(sent.at(-1)?.get('sheet')).toBe('Năm ngoái'))
})

const CLEAR = { ...PREVIEW, errors: [], errorCount: 0, notes: [] }
const form = (name: string) => JSON.parse(String(sent.at(-1)?.get(name) ?? 'null')) as unknown

test('columns that nothing knows are kept as questions, one by one or all', async () => {
  preview = (form) => {
    const mapping = JSON.parse(String(form.get('mapping') ?? '[]')) as (string | null)[]
    const columns = ['Họ tên', 'Cỡ áo', 'Lớp'].map((title, at) => ({
      title,
      field: mapping[at] ?? (at === 0 ? 'fullName' : null),
      isOffered: at > 0,
    }))
    return { ...CLEAR, columns }
  }
  const { user } = await chooseFile()
  const offered = within(
    await screen.findByRole('region', { name: '2 columns have no place on the list yet' }),
  )
  const size = offered.getByRole('switch', { name: /^Cỡ áo/ })
  expect(size).not.toBeChecked()
  await user.click(size)
  await waitFor(() => expect(form('mapping')).toEqual(['fullName', 'newQuestion', null]))
  expect(size).toBeChecked()
  await user.click(offered.getByRole('button', { name: 'Keep all' }))
  await waitFor(() => expect(form('mapping')).toEqual(['fullName', 'newQuestion', 'newQuestion']))
  await user.click(size)
  await waitFor(() => expect(form('mapping')).toEqual(['fullName', null, 'newQuestion']))
})

test('unclear parts of the file are asked about: classes, attendance, the order of names', async () => {
  preview = () => ({
    ...CLEAR,
    classes: [
      { name: '21km', rows: 2, price: 250000, isDecided: false, ticketId: null },
      { name: '10km', rows: 1, price: null, isDecided: false, ticketId: null },
    ],
    statuses: [
      { word: 'approved', rows: 2, takesPart: true },
      { word: 'pending', rows: 1, takesPart: null },
    ],
    names: [
      { byName: 'Alex Rivera', familyFirst: 'Rivera Alex', givenFirst: 'Alex Rivera' },
      { byName: 'Trần Bình', familyFirst: 'Trần Bình', givenFirst: 'Bình Trần' },
    ],
  })
  const { user } = await chooseFile()
  const made = within(
    await screen.findByRole('region', { name: '2 ticket classes of the file are not in the event' }),
  )
  expect(made.getByText(/A new class is hidden on the event’s page/)).toBeVisible()
  expect(await made.findByText(/visitors can register on its page only after you show a class/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Create 2 classes' }))
  await waitFor(() => expect(form('classes')).toEqual([{ name: '21km', price: 250000 }]))
  expect(screen.getByRole('textbox', { name: 'Price of the new class “21km”' })).toHaveAccessibleDescription(
    'Price in the file',
  )
  // A missing price does not mean 0: it is asked for, and the class is not sent before.
  const price = screen.getByRole('textbox', { name: 'Price of the new class “10km”' })
  expect(price).toHaveValue('')
  expect(price).toHaveAccessibleDescription('Type the price, 0 if it is free')
  await user.click(price)
  await user.tab()
  expect(form('classes')).toEqual([{ name: '21km', price: 250000 }])
  await user.type(price, '150000')
  await user.tab()
  await waitFor(() => expect(form('classes')).toContainEqual({ name: '10km', price: 150000 }))

  const pending = within(screen.getByRole('radiogroup', { name: 'People with “pending”' }))
  await user.click(pending.getByRole('radio', { name: 'Leave out' }))
  await waitFor(() => expect(form('statuses')).toEqual([{ word: 'pending', takesPart: false }]))

  const names = within(screen.getByRole('radiogroup', { name: 'In which order do the names stand?' }))
  expect(names.getByRole('radio', { name: 'Alex Rivera · Trần Bình' })).toBeChecked()
  await user.click(names.getByRole('radio', { name: 'Alex Rivera · Bình Trần' }))
  await waitFor(() => expect(sent.at(-1)?.get('nameOrder')).toBe('givenFirst'))
})

test('rows that wait for an answer are no errors, and the numbers add up to all rows', async () => {
  preview = () => ({
    ...CLEAR,
    rows: 7,
    added: 1,
    updated: 1,
    unchanged: 1,
    leftOutCount: 1,
    open: 2,
    failed: 1,
    errors: [{ row: 8, column: 'Email', message: 'Same email as in row 2' }],
    errorCount: 1,
    questions: [{ row: 3, column: 'Class', message: 'Choose above what it is.' }],
    questionCount: 1,
  })
  await chooseFile()
  const asked = await screen.findByRole('table', { name: '1 question needs your answer' })
  expect(within(asked).getByRole('row', { name: '3 Class Choose above what it is.' })).toBeVisible()
  const errors = screen.getByRole('table', { name: '1 error to fix' })
  expect(within(errors).getAllByRole('row')).toHaveLength(2)
  expect(screen.queryByText(/Import Failed/)).toBeNull()
  const counts = ['1 added', '1 updated', '1 unchanged', '1 left out', '2 need your answer', '1 with errors']
  for (const count of counts) expect(screen.getByText(count)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add 4, update 1' })).toBeDisabled()
})

test('the order of dates and other amounts than are due are asked about', async () => {
  preview = (form) => ({
    ...CLEAR,
    dates: [{ text: '05/06/1990', dayFirst: '1990-06-05', monthFirst: '1990-05-06' }],
    dateOrder: form.has('dateOrder') ? 'monthFirst' : null,
    oddPayments: {
      listed: [{ row: 2, name: 'A Một', reason: 'Paid 100,000 ₫, less than the ticket costs (200,000 ₫)' }],
      count: 1,
    },
  })
  const { user } = await chooseFile()
  const dates = within(
    await screen.findByRole('radiogroup', { name: 'In which order do day and month stand?' }),
  )
  const month = dates.getByRole('radio', { name: /^Month first/ })
  expect(month).not.toBeChecked()
  expect(dates.getByText(/05\/06\/1990 → .*May/)).toBeVisible()
  await user.click(month)
  await waitFor(() => expect(sent.at(-1)?.get('dateOrder')).toBe('monthFirst'))
  expect(await dates.findByRole('radio', { name: /^Month first/, checked: true })).toBeVisible()

  expect(screen.getByText(/Paid 100,000 ₫, less than/)).toBeVisible()
  const payments = within(
    screen.getByRole('radiogroup', { name: '1 person paid another amount than the ticket costs' }),
  )
  await user.click(payments.getByRole('radio', { name: /the rest stays due/ }))
  await waitFor(() => expect(sent.at(-1)?.get('oddPayments')).toBe('staysDue'))
})

test('a text below the list is asked about', async () => {
  preview = () => ({ ...CLEAR, lastRows: [{ row: 4, name: 'Kính mời' }] })
  const { user } = await chooseFile()
  const section = within(await screen.findByRole('region', { name: 'Is the last row a participant?' }))
  expect(section.getByText(/Kính mời/)).toBeVisible()
  await user.click(section.getByText('Leave out'))
  await waitFor(() => expect(sent.at(-1)?.get('lastRows')).toBe('leaveOut'))
})

test('odd phone numbers are shown with their rows, and one press decides about them', async () => {
  preview = (form) => {
    const isAnswered = form.has('badPhones') && form.has('doubtfulPhones')
    return {
      ...CLEAR,
      rows: 3,
      added: isAnswered ? 3 : 1,
      open: isAnswered ? 0 : 2,
      badPhones: {
        listed: [{ row: 2, name: 'An', reason: '“O912345678” is no phone number' }],
        count: 1,
        old: 0,
      },
      doubtfulPhones: {
        listed: [{ row: 3, name: 'Bình', reason: '“01234567890” is an old number' }],
        count: 1,
        old: 1,
      },
    }
  }
  const { user } = await chooseFile()
  const bad = within(await screen.findByRole('region', { name: '1 cell does not hold a phone number' }))
  expect(bad.getByText('An (row 2)')).toBeVisible()
  expect(bad.getByText(/“O912345678” is no phone number/)).toBeVisible()
  expect(bad.getByText('Needs your answer')).toBeVisible()
  const run = screen.getByRole('button', { name: 'Import 3 people' })
  expect(run).toBeDisabled()
  await user.click(bad.getByRole('radio', { name: 'Import these people without a phone number' }))
  await waitFor(() => expect(sent.at(-1)?.get('badPhones')).toBe('empty'))
  expect(bad.queryByText('Needs your answer')).toBeNull()
  const doubtful = within(screen.getByRole('region', { name: '1 phone number may be wrong' }))
  await user.click(doubtful.getByRole('radio', { name: /^Convert the old numbers/ }))
  await waitFor(() => expect(sent.at(-1)?.get('doubtfulPhones')).toBe('convert'))
  await waitFor(() => expect(run).toBeEnabled())
  // Decided rows stay in sight.
  expect(doubtful.getByText('Bình (row 3)')).toBeVisible()
})

test('an address on the list stays unless the user replaces it', async () => {
  preview = () => ({
    ...CLEAR,
    added: 0,
    unchanged: 1,
    updated: 1,
    otherEmails: [{ row: 2, name: 'An', onList: 'an@example.vn', inFile: 'an.moi@example.vn' }],
    otherEmailCount: 1,
  })
  const { user } = await chooseFile()
  expect(await screen.findByText(/an@example.vn on the list, an.moi@example.vn in the file/)).toBeVisible()
  const replace = screen.getByRole('switch', { name: /^Replace the address/ })
  expect(replace).not.toBeChecked()
  expect(sent.at(-1)?.get('replaceEmails')).toBeNull()
  await user.click(replace)
  await waitFor(() => expect(sent.at(-1)?.get('replaceEmails')).toBe('true'))
})

test('a second import shows changed, unchanged and left out people', async () => {
  preview = () => ({
    ...CLEAR,
    added: 0,
    updated: 1,
    unchanged: 3,
    different: 1,
    differences: [
      {
        row: 2,
        id: 'a1',
        name: 'An',
        changed: [{ field: 'Phone', onList: null, inFile: '0912345678' }],
        kept: [{ field: 'Company', onList: 'Sao Mai', inFile: 'Sao' }],
      },
    ],
    leftOut: [{ row: 3, name: 'Bình', reason: 'declined' }],
    leftOutCount: 1,
    gone: 1,
  })
  const { user } = await chooseFile()
  expect(await screen.findByText('3 unchanged')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show what changes for the person on the list' }))
  // The list unfolds.
  await waitFor(() => expect(screen.getByText('Phone: (empty) → 0912345678')).toBeVisible())
  expect(screen.getByText(/^Company: “Sao Mai” stays/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show the row that is left out, and why' }))
  await waitFor(() => expect(screen.getByRole('row', { name: '3 Bình declined' })).toBeVisible())
  await user.click(screen.getByRole('switch', { name: /^Add 1 person again/ }))
  await waitFor(() => expect(sent.at(-1)?.get('addRemoved')).toBe('true'))
  expect(screen.getByRole('button', { name: 'Update 1 person' })).toBeEnabled()
})
