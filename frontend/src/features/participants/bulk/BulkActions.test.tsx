import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import type { components } from '~/api/schema'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

type Schemas = components['schemas']

const PATH = '/participant-management/ev1'

const person = (id: string, fullName: string) => ({
  id,
  fullName,
  email: `${id}@x.vn`,
  phone: '0912345678',
  company: 'Sao',
  participationType: 'ORDINARY',
  ticketCode: id.toUpperCase(),
  checkedInTime: null,
  paymentStatus: 'unpaid',
  ticket: { id: 't1', name: 'Vé thường' },
  guests: 0,
  registrationTime: '2026-11-01T02:00:00Z',
})
const PEOPLE = ['An', 'Bình', 'Chi'].map((name, at) => person(`p${at + 1}`, name))

let asked: Schemas['BulkChange'][]
let answers: (() => Response)[]

beforeEach(() => {
  loggedInAs()
  asked = []
  answers = []
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({
            id: 'ev1',
            title: 'Đêm hội',
            status: 'open',
            isCancelled: false,
            rights: RIGHTS,
            eventForm: { scheme: [] },
          }),
        ),
      ),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) =>
      response.untyped(
        HttpResponse.json(ok([{ id: 't2', name: 'Hàng đầu', price: 300_000, remaining: 1, quantity: 2 }])),
      ),
    ),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ items: PEOPLE, total: 250, checkedIn: 0 }))),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.post('/event/{eventId}/attendances/bulk', async ({ request, response }) => {
      const body = await request.json()
      asked.push(body)
      const answer = answers.shift()
      return answer
        ? response.untyped(answer())
        : response(200).json(ok({ done: body.ids.length, failed: [] }))
    }),
  )
})

async function choose(...names: string[]) {
  const app = await renderApp(PATH)
  for (const name of names)
    await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  return { app, bar: within(screen.getByRole('region', { name: 'Actions for those selected' })) }
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }))

test('a move that runs out of seats names the people who stay, and selects them', async () => {
  const failed = [{ id: 'p2', fullName: 'Bình', reason: 'The class is sold out.' }]
  answers.push(() => HttpResponse.json(ok({ done: 1, failed })))
  const { app, bar } = await choose('An', 'Bình')
  await app.user.click(bar.getByRole('button', { name: 'Change class' }))
  const question = await dialog('Change the ticket class of 2 participants?')
  const move = question.getByRole('button', { name: 'Change class' })
  expect(move).toBeDisabled()
  await app.user.click(question.getByRole('combobox', { name: /New ticket class/ }))
  await app.user.click(await screen.findByRole('option', { name: /Hàng đầu.*1 left/ }))
  await app.user.click(move)
  const end = await dialog('Change the ticket class of 2 participants?')
  expect(await end.findByText('One participant has the new class')).toBeVisible()
  expect(end.getByText('The class is sold out.')).toBeVisible()
  expect(end.getByText('Bình')).toBeVisible()
  expect(asked).toEqual([{ action: 'changeClass', ids: ['p1', 'p2'], ticketId: 't2' }])
  await app.user.click(end.getByRole('button', { name: 'Select the one left' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('checkbox', { name: 'Select Bình' })).toBeChecked()
  expect(screen.getByRole('checkbox', { name: 'Select An' })).not.toBeChecked()
})

test('tickets that were all mailed a moment ago are said not to be sent again', async () => {
  const failed = [{ id: 'p1', fullName: 'An', reason: 'A mail went to them within the last minute.' }]
  answers.push(() => HttpResponse.json(ok({ done: 0, failed })))
  const { app, bar } = await choose('An')
  await app.user.click(bar.getByRole('button', { name: 'Send the ticket again' }))
  const end = await dialog('Send the ticket to one participant again?')
  await app.user.click(end.getByRole('button', { name: 'Send' }))
  expect(await end.findByText('No ticket was sent')).toBeVisible()
  expect(end.getByText('A mail went to them within the last minute.')).toBeVisible()
})

test('payments are marked, and the same people stay selected so that it can be undone', async () => {
  const { app, bar } = await choose('An', 'Chi')
  await app.user.click(bar.getByRole('button', { name: 'Mark as paid' }))
  const question = await dialog('Record that 2 participants have paid?')
  await app.user.click(question.getByRole('button', { name: 'Mark as paid' }))
  expect(await screen.findByText('2 participants have paid')).toBeVisible()
  const buttons = screen.getAllByRole('button', { name: 'Close' })
  await app.user.click(buttons.at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bar.getByText('2 selected')).toBeVisible()
})

test('all matching participants are fetched once; deleting too many to undo needs typing their number', async () => {
  const ids = Array.from({ length: 1501 }, (_, at) => `p${at + 1}`)
  const queries: string[] = []
  server.use(
    http.get('/event/{eventId}/attendances/ids', ({ request, response }) => {
      const after = new URL(request.url).searchParams.get('after')
      queries.push(after ?? '')
      const part = after ? ids.slice(150) : ids.slice(0, 150)
      return response(200).json(ok({ ids: part, hasMore: !after }))
    }),
  )
  const { app, bar } = await choose('An')
  await app.user.click(bar.getByRole('button', { name: 'Select all 250' }))
  expect(await bar.findByText('1,501 selected')).toBeVisible()
  expect(queries).toEqual(['', 'p150'])
  await app.user.click(bar.getByRole('button', { name: 'Delete' }))
  const question = await dialog('Delete 1,501 participants?')
  const remove = question.getByRole('button', { name: 'Delete' })
  expect(remove).toBeDisabled()
  await app.user.type(question.getByLabelText('Type 1501 to confirm the deletion'), '1501')
  await app.user.click(remove)
  expect(await screen.findByText('1,501 participants deleted')).toBeVisible()
  expect(asked.map((one) => one.ids.length)).toEqual([...Array(7).fill(200), 101])
  await app.user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByRole('region', { name: /Actions for/ })).toBeNull())
})

test('a call that fails says so, and can be gone on with', async () => {
  answers.push(() => HttpResponse.json(refused(5009, ['The event was canceled.']), { status: 409 }))
  const { app, bar } = await choose('An', 'Bình')
  await app.user.click(bar.getByRole('button', { name: 'Send the ticket again' }))
  const question = await dialog('Send tickets to 2 participants again?')
  await app.user.click(question.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('The event was canceled.')).toBeVisible()
  expect(screen.getByText('2 participants are left')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Tickets are on their way to 2 participants')).toBeVisible()
})

test('with Shift every row in between is chosen', async () => {
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select An' }))
  await app.user.keyboard('{Shift>}')
  await app.user.click(screen.getByRole('checkbox', { name: 'Select Chi' }))
  await app.user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeVisible()
})

/** The server writes files; returns the calls: the kind of call, its address's values and its body. */
function serverWrites() {
  const files: [string, Record<string, string>, unknown?][] = []
  const file = () => HttpResponse.text('names', { headers: { 'Content-Type': 'text/csv' } })
  const values = (url: string) => Object.fromEntries(new URL(url).searchParams)
  server.use(
    http.get('/event/{eventId}/attendances/export', ({ request, response }) => {
      files.push(['GET', values(request.url)])
      return response.untyped(file())
    }),
    http.post('/event/{eventId}/attendances/export', async ({ request, response }) => {
      files.push(['POST', values(request.url), await request.json()])
      return response.untyped(file())
    }),
  )
  const save = () => 'blob:names'
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined }))
  return files
}

test('selected participants are exported in the chosen format', async () => {
  const files = serverWrites()
  const { app, bar } = await choose('An', 'Chi')
  await app.user.click(bar.getByRole('button', { name: 'Export' }))
  const question = await dialog('Export the list')
  expect(question.getByText('The file holds the 2 participants you selected.')).toBeVisible()
  await app.user.click(question.getByRole('radio', { name: /CSV/ }))
  await app.user.click(question.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(files).toEqual([['POST', { format: 'csv', sensitive: 'false' }, { ids: ['p1', 'p3'] }]])
})

test('a selection too large to name is exported by its filters if it is their whole result, otherwise not', async () => {
  const files = serverWrites()
  const ids = Array.from({ length: 5001 }, (_, at) => `p${at + 1}`)
  server.use(
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ items: PEOPLE, total: 5001, checkedIn: 0 }))),
    ),
    http.get('/event/{eventId}/attendances/ids', ({ response }) =>
      response(200).json(ok({ ids, hasMore: false })),
    ),
  )
  const app = await renderApp(`${PATH}?payment=unpaid`)
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select An' }))
  const bar = within(screen.getByRole('region', { name: 'Actions for those selected' }))
  await app.user.click(bar.getByRole('button', { name: 'Select all 5,001' }))
  expect(await bar.findByText('5,001 selected')).toBeVisible()
  await app.user.click(bar.getByRole('button', { name: 'Export' }))
  let question = await dialog('Export the list')
  expect(question.getByText(/everybody who matches the filters.*5,001 when you selected them/)).toBeVisible()
  await app.user.click(question.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(files).toEqual([['GET', { format: 'xlsx', sensitive: 'false', paymentStatus: 'unpaid' }]])

  // The selection has 5,001 people of 5,002: the filters no longer stand for it.
  ids.push('p5002')
  await app.user.click(bar.getByRole('button', { name: 'Clear selection' }))
  await app.user.click(screen.getByRole('checkbox', { name: 'Select An' }))
  const again = within(screen.getByRole('region', { name: 'Actions for those selected' }))
  await app.user.click(again.getByRole('button', { name: 'Select all 5,001' }))
  expect(await again.findByText('5,002 selected')).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: 'Select An' }))
  expect(again.getByText('5,001 selected')).toBeVisible()
  await app.user.click(again.getByRole('button', { name: 'Export' }))
  question = await dialog('Export the list')
  expect(question.getByText('5,001 are too many to export as a selection')).toBeVisible()
  expect(question.getByRole('button', { name: 'Download' })).toBeDisabled()
  expect(files).toHaveLength(1)
})
