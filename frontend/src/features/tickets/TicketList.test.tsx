import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Ticket } from './queries'

const PATH = '/participant-management/ev1?tab=tickets'

const TICKET: Ticket = {
  id: 't1',
  name: 'Vé thường',
  description: null,
  price: 250_000,
  quantity: 100,
  sold: 60,
  remaining: 40,
  isHidden: false,
  sortOrder: 0,
  invitationCode: null,
  timesUsed: 0,
  version: 1,
}

let tickets: Ticket[]

beforeEach(() => {
  loggedInAs()
  tickets = [TICKET]
  const event = { id: 'ev1', title: 'Đêm hội Trăng Rằm', status: 'open', isCancelled: false, rights: RIGHTS }
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(event)))),
    http.get('/event/{eventId}/tickets', ({ response }) => response(200).json(ok(tickets))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/invitation-codes', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
  )
})

const row = async (name: string) =>
  within(
    (await within(await screen.findByRole('table', { name: 'Tickets' })).findByText(name)).closest(
      'tr',
    ) as HTMLElement,
  )

test('shows sold and remaining tickets, and changes a class', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/tickets/{id}', async ({ request, params, response }) => {
      bodies.push([params.id, await request.json()])
      return response.untyped(HttpResponse.json(ok(TICKET, ['Saved.'])))
    }),
  )
  const app = await renderApp(PATH)
  const ticket = await row('Vé thường')
  expect(['60', '40', '100'].map((seats) => ticket.getByText(seats))).toHaveLength(3)
  await app.user.click(ticket.getByRole('button', { name: 'Edit ticket class Vé thường' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit ticket class Vé thường' }))
  await app.user.click(dialog.getByRole('switch', { name: 'Unlimited' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(bodies).toEqual([
    ['t1', { name: 'Vé thường', description: '', price: 250_000, quantity: -1, isHidden: false, version: 1 }],
  ])
})

test('adds a class; a name that is taken is told at its field', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/{eventId}/tickets', async ({ request, response }) => {
      bodies.push(await request.json())
      const taken = refused(5012, ['Ticket name already exists'], { name: ['Ticket name already exists'] })
      return response('default').json(taken, { status: 409 })
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Add ticket class' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add ticket class' }))
  await app.user.clear(dialog.getByLabelText(/^Quantity/))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter a quantity, or choose unlimited.')).toBeVisible()
  expect(bodies).toEqual([])
  await app.user.type(dialog.getByLabelText(/^Ticket name/), 'Hạng nhất')
  await app.user.type(dialog.getByLabelText(/^Price/), '250000')
  await app.user.type(dialog.getByLabelText(/^Quantity/), '10')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Ticket name already exists')).toBeVisible()
  expect(bodies).toMatchObject([{ name: 'Hạng nhất', price: 250_000, quantity: 10 }])
})

test('deletes a class after a question; a refusal is told', async () => {
  tickets = [{ ...TICKET, sold: 0 }]
  const deleted: unknown[] = []
  server.use(
    http.delete('/event/{eventId}/tickets/{id}', ({ params, response }) => {
      deleted.push(params.id)
      return response('default').json(refused(5008, ['60 people hold this ticket.']), { status: 409 })
    }),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Delete ticket class Vé thường' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete this ticket class?' }))
  expect(deleted).toEqual([])
  await app.user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('60 people hold this ticket.')).toBeVisible()
  expect(deleted).toEqual(['t1'])
})

test('a class with registrations is not deleted but hidden', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/tickets/{id}', async ({ request, response }) => {
      bodies.push(await request.json())
      tickets = [{ ...TICKET, isHidden: true }]
      return response(200).json(ok({ ...TICKET, isHidden: true }))
    }),
  )
  const app = await renderApp(PATH)
  const remove = await screen.findByRole('button', { name: 'Delete ticket class Vé thường' })
  await app.user.click(remove)
  const name = '60 people have registered for this class'
  await app.user.click(
    within(await screen.findByRole('dialog', { name })).getByRole('button', { name: 'Hide the class' }),
  )
  expect(await screen.findByText('Hidden')).toBeVisible()
  expect(bodies).toMatchObject([{ name: 'Vé thường', isHidden: true, version: 1 }])
  await app.user.click(remove)
  const kept = within(await screen.findByRole('dialog', { name }))
  expect(kept.getByText(/It is hidden from visitors/)).toBeVisible()
  expect(kept.queryByRole('button', { name: 'Hide the class' })).toBeNull()
})

test('a class is moved among the others', async () => {
  tickets = [
    { ...TICKET, name: 'Khách mời' },
    { ...TICKET, id: 't2', name: 'Thường', sortOrder: 4 },
  ]
  const places: unknown[] = []
  server.use(
    http.put('/event/{eventId}/tickets/{id}', async ({ request, params, response }) => {
      places.push([params.id, await request.json()])
      return response(200).json(ok(TICKET))
    }),
  )
  const app = await renderApp(PATH)
  expect(await screen.findByRole('button', { name: 'Move Khách mời up' })).toBeDisabled()
  await app.user.click(screen.getByRole('button', { name: 'Move Thường up' }))
  expect(await screen.findByText('The order of the classes has changed.')).toBeVisible()
  expect(places).toEqual([
    ['t2', { sortOrder: 0 }],
    ['t1', { sortOrder: 1 }],
  ])
})

test('a name that another class has is refused before it is sent, whatever its case', async () => {
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Add ticket class' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add ticket class' }))
  await app.user.type(dialog.getByLabelText(/^Ticket name/), 'VÉ THƯỜNG')
  await app.user.type(dialog.getByLabelText(/^Price/), '0')
  await app.user.click(dialog.getByRole('switch', { name: 'Unlimited' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Ticket name already exists')).toBeVisible()
})

test("no class is added beyond the server's limit", async () => {
  tickets = Array.from({ length: 50 }, (_, at) => ({ ...TICKET, id: `t${at}`, name: `Hạng ${at}` }))
  await renderApp(PATH)
  expect(await screen.findByRole('button', { name: 'Add ticket class' })).toBeDisabled()
})

test('another class changes the log and the event as well: all of it is asked for again', async () => {
  const asked: string[] = []
  server.use(
    http.get('/event/{eventId}', ({ request }) => void asked.push(new URL(request.url).pathname)),
    http.put('/event/{eventId}/tickets/{id}', ({ response }) => response(200).json(ok(TICKET, ['Saved.']))),
  )
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('button', { name: 'Edit ticket class Vé thường' }))
  const dialog = within(await screen.findByRole('dialog'))
  asked.length = 0
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Saved.')).toBeVisible()
  await waitFor(() => expect(asked).toEqual(['/api/event/ev1']))
})
