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
