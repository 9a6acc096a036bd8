import { screen, waitFor, within } from '@testing-library/react'
import { delay } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DUC, HOA, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const guest = (id: string, fullName: string, change: Partial<Participant> = {}): Participant => ({
  ...DUC,
  id,
  fullName,
  participationType: 'INVITED',
  invitedBy: HOA.fullName,
  invitedByAttendanceId: HOA.id,
  invitationCode: 'HOA-1234',
  ...change,
})

beforeEach(() => loggedInAs())

/** The guests' part of the VIP's side panel. */
async function openGuests() {
  const app = await renderApp(`/participant-management/ev1?tab=vip&person=${HOA.id}`)
  await app.user.click(await screen.findByRole('tab', { name: 'Guests' }))
  return { app, part: within(await screen.findByRole('region', { name: 'Guests who have registered' })) }
}

/** Answers only the question for guests; all others are answered as before. */
function serverTellsGuests(answer: () => Response | Promise<Response>) {
  server.use(
    http.get('/event/{eventId}/attendances', async ({ query, response }) =>
      query.has('invitedBy') ? response.untyped(await answer()) : undefined,
    ),
  )
}

test('names the guests of a participant, and opens them', async () => {
  serverHasPeople([
    HOA,
    DUC,
    guest('g1', 'Lê Minh'),
    guest('g2', 'Vũ Hà', { checkedInTime: null, isCheckedIn: false }),
  ])
  const { app, part } = await openGuests()
  expect(await part.findByText('2 registered, 1 checked in')).toBeVisible()
  const [minh, ha] = part.getAllByRole('listitem')
  expect(minh).toHaveTextContent('Lê Minh')
  expect(minh).toHaveTextContent('Công ty Hoa Sen · Vé thường · HOA-1234')
  expect(minh).toHaveTextContent('Checked in 19:02')
  expect(ha).toHaveTextContent('Not checked in')
  expect(part.queryByText(/Nguyễn Văn Đức/)).toBeNull()

  await app.user.click(part.getByRole('button', { name: 'Vũ Hà' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Vũ Hà' }))
  expect(app.router.state.location.search).toMatchObject({ person: 'g2' })
  // And back to the inviting participant.
  await app.user.click(panel.getByRole('button', { name: HOA.fullName }))
  expect(await screen.findByRole('dialog', { name: HOA.fullName })).toBeVisible()
})

test('a hundred are named, the others counted', async () => {
  serverHasPeople([HOA, ...Array.from({ length: 103 }, (_, at) => guest(`g${at}`, `Khách ${at}`))])
  const { part } = await openGuests()
  expect(await part.findByText('103 registered, 103 checked in')).toBeVisible()
  expect(part.getAllByRole('listitem')).toHaveLength(100)
  expect(part.getByText('3 more are in the list')).toBeVisible()
})

test('without guests says so', async () => {
  serverHasPeople([HOA])
  const { part } = await openGuests()
  expect(await part.findByText('Nobody has registered through this person yet.')).toBeVisible()
})

test('a participant who shares no seats has no such part', async () => {
  serverHasPeople([DUC])
  await renderApp(`/participant-management/ev1?person=${DUC.id}`)
  expect(await screen.findByRole('region', { name: 'History' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Guests' })).toBeNull()
})

test('while they load nothing is claimed', async () => {
  serverHasPeople([HOA])
  serverTellsGuests(() => delay('infinite').then(() => Response.error()))
  const { part } = await openGuests()
  expect(part.getByRole('status', { name: 'Loading…' })).toBeVisible()
  expect(part.queryByText('Nobody has registered through this person yet.')).toBeNull()
})

test('guests that cannot be loaded can be asked for again', async () => {
  serverHasPeople([HOA])
  let fails = true
  serverTellsGuests(() =>
    fails
      ? Response.json(refused(5000, ['Out of order.']), { status: 500 })
      : Response.json(ok({ items: [guest('g1', 'Lê Minh')], total: 1, checkedIn: 0 })),
  )
  const { app, part } = await openGuests()
  expect(await part.findByText('Out of order.')).toBeVisible()
  fails = false
  await app.user.click(part.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(part.getByRole('button', { name: 'Lê Minh' })).toBeVisible())
})
