import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { Providers } from '~/app/Providers'
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
    { title: 'Họ tên', field: 'fullName' },
    { title: 'Liên hệ', field: null },
  ],
  sample: [
    { row: 2, cells: ['Nguyễn Văn Đức', '0912345678'] },
    { row: 3, cells: ['Trần Thị Ổi'] },
  ],
  fields: [
    { id: 'fullName', label: 'Full name', required: true },
    { id: 'phone', label: 'Phone', required: true },
  ],
  notes: ['Two zeros were put back.'],
  list: { sheets: [], hiddenRows: 0, takesHiddenRows: false, font: null, notes: [] },
  errors: [{ row: 1, column: 'Phone', message: 'No column holds this.' }],
  errorCount: 1,
}

let sent: FormData[]
let preview: (form: FormData) => ImportPreview

beforeEach(() => {
  startSession(LOGIN_RESULT, true)
  sent = []
  preview = () => PREVIEW
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ id: 'ev1', sendEmailAfterRegister: true }))),
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
  render(
    <Providers queryClient={createQueryClient(() => undefined)} env="test">
      <ImportModal eventId="ev1" onClose={onClose} />
    </Providers>,
  )
  const user = userEvent.setup({ applyAccept: false })
  await user.upload(screen.getByLabelText('File with the list'), new File(['x'], 'guests.xlsx'))
  return { user, onClose }
}

test('a column is put right, what goes wrong is listed, and then everyone is imported', async () => {
  preview = (form) => (form.get('mapping') ? { ...PREVIEW, errors: [], errorCount: 0 } : PREVIEW)
  const { user, onClose } = await chooseFile()
  expect(await screen.findByText('Sheet “Khách mời” of guests.xlsx has 2 people.')).toBeVisible()
  expect(screen.getByText('Two zeros were put back.')).toBeVisible()
  const errors = within(screen.getByRole('table', { name: 'Import Failed: 1 error to fix' }))
  expect(errors.getByRole('row', { name: '1 Phone No column holds this.' })).toBeVisible()
  const run = screen.getByRole('button', { name: 'Import 2 people' })
  expect(run).toBeDisabled()

  await user.click(screen.getByRole('combobox', { name: 'What does column “Liên hệ” hold?' }))
  await user.click(await screen.findByRole('option', { name: 'Phone *' }))
  await waitFor(() =>
    expect(screen.queryByRole('table', { name: 'Import Failed: 1 error to fix' })).toBeNull(),
  )
  await user.click(screen.getByLabelText('Mail these people their tickets'))
  await waitFor(() => expect(run).toBeEnabled())
  await user.click(run)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
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
      response('default').json(refused(5006, ['guests.xlsx is not a csv file']), { status: 415 }),
    ),
  )
  const { user } = await chooseFile()
  expect(await screen.findByText('guests.xlsx is not a csv file')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(screen.getByLabelText('File with the list')).toBeVisible()
})

test('what goes wrong only at the import itself is listed as well', async () => {
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

test('what was changed is shown, and the person decides about font, hidden rows and sheet', async () => {
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
  expect(screen.getByText('Several sheets look like lists of people. Check that this is the one.')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Sheet' }))
  expect(screen.queryByRole('option', { name: 'Hướng dẫn' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: 'Năm ngoái (hidden)' }))
  await waitFor(() => expect(sent.at(-1)?.get('sheet')).toBe('Năm ngoái'))
})
