import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Code } from '~/features/invitation-codes/queries'
import type { Ticket } from '~/features/tickets/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { HOA, serverHasPeople } from '../fixtures'

const CODE: Code = {
  id: 'c1',
  code: 'HOA-1234',
  link: 'https://hoi.example/form/ev1#code=HOA-1234',
  ticketId: null,
  ticketName: null,
  participationType: 'INVITED',
  maxUses: 5,
  timesUsed: 2,
  remainingUses: 3,
  expiresAt: null,
  isActive: true,
  state: 'active',
  ownerAttendanceId: HOA.id,
  ownerName: HOA.fullName,
  version: 1,
  createdAt: '2026-11-01T02:00:00Z',
}
const HIDDEN: Ticket = {
  id: 't2',
  name: 'Khách mời',
  description: null,
  price: 0,
  quantity: -1,
  sold: 0,
  remaining: -1,
  isHidden: true,
  sortOrder: 0,
  invitationCode: null,
  timesUsed: 0,
  version: 1,
}

let codes: Code[]
let askedFor: (string | null)[]

beforeEach(() => {
  loggedInAs()
  codes = []
  askedFor = []
  serverHasPeople([HOA])
  server.use(
    http.get('/event/{eventId}/tickets', ({ response }) => response(200).json(ok([HIDDEN]))),
    http.get('/event/{eventId}/invitation-codes', ({ query, response }) => {
      askedFor.push(query.get('ownerAttendanceId'))
      return response(200).json(ok({ items: codes, total: codes.length }))
    }),
  )
})

/** The part with the codes in the VIP's side panel. */
async function openCodes() {
  const app = await renderApp(`/participant-management/ev1?tab=vip&person=${HOA.id}`)
  await app.user.click(await screen.findByRole('tab', { name: 'Guests' }))
  return { app, part: within(await screen.findByRole('region', { name: 'Personal invitation codes' })) }
}

test('shows the remaining uses of each code, and the state of exhausted ones', async () => {
  codes = [
    CODE,
    { ...CODE, id: 'c2', code: 'HOA-5678', timesUsed: 5, state: 'usedUp', ticketName: 'Khách mời' },
    { ...CODE, id: 'c3', code: 'HOA-9999', maxUses: -1, isActive: false, state: 'inactive' },
  ]
  const { part } = await openCodes()
  await part.findByText('HOA-1234')
  const [open, usedUp, off] = part.getAllByRole('listitem')
  expect(open).toHaveTextContent('2 of 5 seats taken · Invited guest')
  expect(open).not.toHaveTextContent('Used up')
  expect(usedUp).toHaveTextContent('Used up')
  expect(usedUp).toHaveTextContent('5 of 5 seats taken · Invited guest · Khách mời')
  expect(off).toHaveTextContent('Switched off')
  expect(off).toHaveTextContent('2 seats taken, unlimited')
  expect(part.getByRole('switch', { name: 'Allow the code HOA-1234' })).toBeChecked()
  expect(part.getByRole('switch', { name: 'Allow the code HOA-9999' })).not.toBeChecked()
  expect(askedFor).toEqual([HOA.id])
})

test('without codes offers to make one, which belongs to this person', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/{eventId}/invitation-codes', async ({ request, response }) => {
      bodies.push(await request.json())
      codes = [{ ...CODE, maxUses: 3, timesUsed: 0, ticketId: 't2', ticketName: 'Khách mời' }]
      return response(200).json(ok(codes, ['Code created']))
    }),
  )
  const { app, part } = await openCodes()
  expect(await part.findByText('There is no personal code yet.')).toBeVisible()
  const seats = part.getByRole('textbox', { name: /^Seats/ })
  await app.user.clear(seats)
  await app.user.click(part.getByRole('button', { name: 'Make a code' }))
  expect(await part.findByText('Enter a number of seats from 1 to 10,000.')).toBeVisible()
  expect(bodies).toEqual([])

  await app.user.type(seats, '3')
  await app.user.click(part.getByRole('combobox', { name: 'Ticket class' }))
  await app.user.click(await screen.findByRole('option', { name: /^Khách mời/ }))
  await app.user.click(part.getByRole('button', { name: 'Make a code' }))
  expect(await screen.findByText('Code created')).toBeVisible()
  expect(await part.findByText(/^0 of 3 seats taken/)).toBeVisible()
  expect(part.queryByText('There is no personal code yet.')).toBeNull()
  expect(bodies).toEqual([
    { maxUses: 3, ticketId: 't2', participationType: 'INVITED', ownerAttendanceId: HOA.id },
  ])
})

test('a refusal is told at its field', async () => {
  server.use(
    http.post('/event/{eventId}/invitation-codes', ({ response }) =>
      response('default').json(refused(5002, [], { maxUses: ['Too many seats.'] }), { status: 400 }),
    ),
  )
  const { app, part } = await openCodes()
  await app.user.click(await part.findByRole('button', { name: 'Make a code' }))
  expect(await part.findByText('Too many seats.')).toBeVisible()
  expect(part.getByRole('textbox', { name: /^Seats/ })).toHaveFocus()
})

test('a code is switched off and on again', async () => {
  codes = [CODE]
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/invitation-codes/{id}', async ({ params, request, response }) => {
      const body = await request.json()
      bodies.push([params.id, body])
      const isActive = body.isActive ?? true
      codes = [{ ...CODE, isActive, state: isActive ? 'active' : 'inactive' }]
      return response(200).json(ok(codes[0] ?? CODE, ['Code changed']))
    }),
  )
  const { app, part } = await openCodes()
  await app.user.click(await part.findByRole('switch'))
  expect(await part.findByText('Switched off')).toBeVisible()
  await app.user.click(part.getByRole('switch'))
  await waitFor(() => expect(part.getByRole('switch')).toBeChecked())
  expect(bodies).toEqual([
    ['c1', { isActive: false }],
    ['c1', { isActive: true }],
  ])
})

test('while they load nothing is claimed', async () => {
  server.use(
    http.get('/event/{eventId}/invitation-codes', async ({ response }) => {
      await delay('infinite')
      return response(200).json(ok({ items: [], total: 0 }))
    }),
  )
  const { part } = await openCodes()
  expect(part.getByRole('status', { name: 'Loading…' })).toBeVisible()
  expect(part.queryByText('There is no personal code yet.')).toBeNull()
})

test('codes that cannot be loaded can be asked for again', async () => {
  let fails = true
  server.use(
    http.get('/event/{eventId}/invitation-codes', ({ response }) =>
      fails
        ? response('default').json(refused(5000, ['Out of order.']), { status: 500 })
        : response(200).json(ok({ items: [CODE], total: 1 })),
    ),
  )
  const { app, part } = await openCodes()
  expect(await part.findByText('Out of order.')).toBeVisible()
  fails = false
  await app.user.click(part.getByRole('button', { name: 'Try again' }))
  expect(await part.findByText('HOA-1234')).toBeVisible()
})
