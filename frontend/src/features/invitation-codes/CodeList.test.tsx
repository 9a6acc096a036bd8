import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Code } from './queries'

const PATH = '/participant-management/ev1?tab=tickets'

const TET: Code = {
  id: 'c1',
  code: 'TET2026',
  link: 'https://hoi.example/form/ev1#code=TET2026',
  ticketId: 't1',
  ticketName: 'Khách mời',
  participationType: 'INVITED',
  maxUses: 5,
  timesUsed: 2,
  remainingUses: 3,
  isActive: true,
  expiresAt: null,
  state: 'active',
  ownerAttendanceId: 'a1',
  ownerName: 'Trần Đức',
  version: 1,
  createdAt: '2026-11-01T02:00:00Z',
}
const FRESH: Code = {
  ...TET,
  id: 'c2',
  code: 'K7MNP2QR',
  ticketId: null,
  ticketName: null,
  maxUses: -1,
  timesUsed: 0,
  remainingUses: -1,
  ownerAttendanceId: null,
  ownerName: null,
  expiresAt: '2026-11-20T17:00:00Z',
  state: 'expired',
}
const CLASS = {
  id: 't1',
  name: 'Khách mời',
  description: null,
  price: 0,
  quantity: -1,
  sold: 2,
  remaining: -1,
  isHidden: true,
  sortOrder: 0,
  invitationCode: null,
  timesUsed: 2,
  version: 1,
}

let codes: Code[]
let asked: URLSearchParams[]

beforeEach(() => {
  loggedInAs()
  codes = [TET, FRESH]
  asked = []
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({
            id: 'ev1',
            title: 'Đêm hội Trăng Rằm',
            status: 'open',
            isCancelled: false,
            rights: RIGHTS,
            eventForm: { scheme: [] },
          }),
        ),
      ),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) =>
      response(200).json(ok([CLASS, { ...CLASS, id: 't2', name: 'Thường', sortOrder: 4 }])),
    ),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/invitation-codes', ({ request, response }) => {
      asked.push(new URL(request.url).searchParams)
      return response(200).json(ok({ items: codes, total: codes.length }))
    }),
  )
})

const list = () => screen.findByRole('table', { name: 'Invitation codes' })
const row = async (code: string) =>
  within((await within(await list()).findByText(code)).closest('tr') as HTMLElement)

test('shows each code with its purpose, its use and its state', async () => {
  await renderApp(PATH)
  const tet = await row('TET2026')
  for (const text of ['of Trần Đức', 'Khách mời', '2 of 5', 'Never', 'Active'])
    expect(tet.getByText(text)).toBeVisible()
  const fresh = await row('K7MNP2QR')
  for (const text of ['Any class', '0, unlimited', 'Expired']) expect(fresh.getByText(text)).toBeVisible()
})

test('the order stands in the address and reaches the server', async () => {
  const app = await renderApp(`${PATH}&sort=createdAt`)
  expect(await screen.findByRole('columnheader', { name: 'Created' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  expect(asked.at(-1)?.get('sort')).toBe('createdAt')
  await app.user.click(screen.getByRole('button', { name: 'Uses' }))
  await waitFor(() => expect(asked.at(-1)?.get('sort')).toBe('timesUsed'))
  expect(app.router.state.location.search).toEqual({ tab: 'tickets', sort: 'timesUsed' })
})

test('filters stand in the address and reach the server', async () => {
  const app = await renderApp(`${PATH}&state=usedUp&ticket=t1`)
  await list()
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({ state: 'usedUp', ticketId: 't1', page: '1' })
  await app.user.type(screen.getByRole('searchbox', { name: 'Search code or inviter' }), 'duc')
  await waitFor(() => expect(asked.at(-1)?.get('search')).toBe('duc'))
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(asked.at(-1)?.has('state')).toBe(false))
})

test('an event without codes explains them and makes the first', async () => {
  codes = []
  const bodies: unknown[] = []
  let show: () => void = () => undefined
  const shown = new Promise<void>((resolve) => {
    show = resolve
  })
  server.use(
    http.get('/event/{eventId}/invitation-codes', async ({ response }) => {
      if (codes.length > 0) await shown
      return response(200).json(ok({ items: codes, total: codes.length }))
    }),
    http.post('/event/{eventId}/invitation-codes', async ({ request, response }) => {
      bodies.push(await request.json())
      codes = [TET, FRESH]
      return response(200).json(ok(codes, ['Invitation codes created: 2']))
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Create codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create codes' }))
  const count = dialog.getByLabelText(/^Number of codes/)
  await app.user.clear(count)
  await app.user.type(count, '501')
  await app.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(count).toBeInvalid()
  expect(bodies).toEqual([])
  await app.user.clear(count)
  await app.user.type(count, '2')
  await app.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('Invitation codes created: 2')).toBeVisible()
  expect(bodies).toEqual([
    {
      count: 2,
      participationType: 'INVITED',
      ticketId: null,
      expiresAt: null,
      ownerAttendanceId: null,
      maxUses: 1,
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('No invitation codes yet')).toBeVisible()
  expect(screen.queryByText('2 codes selected')).toBeNull()
  show()
  // They are ready to be handed out.
  expect(await screen.findByText('2 codes selected')).toBeVisible()
})

test('new codes are for the only hidden class, unless another is chosen', async () => {
  server.use(
    http.get('/event/{eventId}/tickets', ({ response }) =>
      response(200).json(ok([{ ...CLASS, id: 't2', name: 'Thường', isHidden: false }, CLASS])),
    ),
  )
  const app = await renderApp(PATH)
  await screen.findByRole('button', { name: 'Delete ticket class Thường' })
  await app.user.click(await screen.findByRole('button', { name: 'Create codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create codes' }))
  expect(dialog.getByRole('combobox', { name: 'Ticket class' })).toHaveValue('Khách mời')
})

test('a chosen code that is taken keeps the form and says so', async () => {
  server.use(
    http.post('/event/{eventId}/invitation-codes', ({ response }) =>
      response('default').json(refused(5008, ['The event already has this code.']), { status: 409 }),
    ),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Create codes' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create codes' }))
  await app.user.click(dialog.getByRole('radio', { name: 'Choose the code' }))
  const code = dialog.getByLabelText(/^Invitation code/)
  await app.user.type(code, 'tết')
  await app.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(code).toBeInvalid()
  await app.user.clear(code)
  await app.user.type(code, 'TET2026')
  await app.user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await screen.findByText('The event already has this code.')).toBeVisible()
  expect(code).toHaveValue('TET2026')
})

test('a code is changed, but never below its used places', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/invitation-codes/{id}', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(TET, ['Saved.']))
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click((await row('TET2026')).getByRole('button', { name: /^TET2026/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitation code TET2026' }))
  expect(dialog.getByRole('img', { name: /TET2026/ })).toBeVisible()
  const uses = dialog.getByLabelText(/^Maximum uses/)
  await app.user.clear(uses)
  await app.user.type(uses, '1')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter a number from 2 to 1,000,000.')).toBeVisible()
  await app.user.click(dialog.getByRole('checkbox', { name: 'Unlimited uses' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(bodies).toEqual([{ isActive: true, expiresAt: null, maxUses: -1, version: 1 }])
})

test('selected codes are switched off, downloaded as cards and deleted together', async () => {
  const sent: unknown[] = []
  const save = vi.fn(() => 'blob:cards')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => undefined }))
  server.use(
    http.put('/event/{eventId}/invitation-codes', async ({ request, response }) => {
      sent.push(await request.json())
      return response(200).json(ok({ changed: 2 }, ['Switched off: 2']))
    }),
    http.post('/event/{eventId}/invitation-codes/export', async ({ request, response }) => {
      sent.push(new URL(request.url).search, await request.json())
      return response.untyped(new HttpResponse('%PDF', { headers: { 'Content-Type': 'application/pdf' } }))
    }),
    http.delete('/event/{eventId}/invitation-codes', ({ response }) =>
      response('default').json(refused(5008, ['1 of these codes has been used.']), { status: 409 }),
    ),
  )
  const app = await renderApp(PATH)
  for (const code of ['TET2026', 'K7MNP2QR'])
    await app.user.click((await row(code)).getByRole('checkbox', { name: `Select ${code}` }))
  const selection = within((await screen.findByText('2 codes selected')).parentElement as HTMLElement)
  await app.user.click(selection.getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByText('Switched off: 2')).toBeVisible()
  await app.user.click(selection.getByRole('button', { name: 'Download' }))
  await app.user.click(await screen.findByRole('menuitem', { name: /Cards to print/ }))
  expect(await screen.findByText('The file has been downloaded.')).toBeVisible()
  expect(save).toHaveBeenCalledOnce()
  const ids = ['c1', 'c2']
  expect(sent).toEqual([{ ids, isActive: false }, '?format=pdf', { ids }])

  await app.user.click(selection.getByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete 2 codes?' }))
  await app.user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 of these codes has been used.')).toBeVisible()
  expect(screen.getByText('2 codes selected')).toBeVisible()
})
