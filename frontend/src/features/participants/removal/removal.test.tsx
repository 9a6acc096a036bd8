import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { carryOutDeferred } from '~/lib/deferral'
import { logOut } from '~/lib/logOut'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { DUC, serverHasPeople } from '../fixtures'
import type { Participant } from '../queries'

const PATH = '/participant-management/ev1'
const SECONDS = 1000

const guest = (id: string, fullName: string, more: Partial<Participant> = {}): Participant => ({
  ...DUC,
  id,
  fullName,
  ticketCode: id.toUpperCase(),
  checkedInTime: null,
  isCheckedIn: false,
  paymentStatus: 'paid',
  amount: 0,
  answers: [],
  ...more,
})

let people: Participant[]
let sent: string[][]
let told: unknown[]
let refuse: (() => Response) | undefined

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  loggedInAs()
  people = [
    guest('p1', 'An'),
    guest('p2', 'Bình', { participationType: 'COMMITTEE' }),
    guest('p3', 'Chi', { isCheckedIn: true, checkedInTime: '2026-11-20T12:02:00Z' }),
    guest('p4', 'Dung', { paymentStatus: 'unpaid', amount: 250_000 }),
  ]
  sent = []
  told = []
  refuse = undefined
  serverHasPeople(people)
  server.use(
    http.get('/event/{eventId}/attendances/undelivered', ({ response }) =>
      response(200).json(ok({ items: [], total: 0 })),
    ),
    http.post('/event/{eventId}/attendances/bulk', async ({ request, response }) => {
      const { ids, sendMail } = await request.json()
      sent.push(ids)
      told.push(sendMail)
      if (refuse) return response.untyped(refuse())
      for (const id of ids) {
        const at = people.findIndex((person) => person.id === id)
        if (at !== -1) people.splice(at, 1)
      }
      return response(200).json(ok({ done: ids.length, failed: [] }))
    }),
  )
})

// Removals that one test leaves waiting must not reach the next.
afterEach(() => act(() => carryOutDeferred().then(() => undefined)))

const row = (name: string) => screen.queryByRole('button', { name: new RegExp(`^${name}`) })
const summary = (text: string) => screen.findByText(text)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const toastOf = (text: string) =>
  within(screen.getByText(text, { ignore: '[aria-live] *' }).closest('[role="status"]') as HTMLElement)

type App = Awaited<ReturnType<typeof renderApp>>

/** The question before a participant is removed. */
async function ask({ user }: App, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return within(await screen.findByRole('dialog', { name: `Delete ${name}?` }))
}

/** The question before those selected are removed. */
async function askSelected({ user }: App) {
  const bar = within(screen.getByRole('region', { name: 'Actions for those selected' }))
  await user.click(await bar.findByRole('button', { name: 'Delete' }))
  return within(await screen.findByRole('dialog', { name: /^Delete/ }))
}

async function askMany(app: App, ...names: string[]) {
  for (const name of names)
    await app.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  return askSelected(app)
}

async function remove(app: App, name: string) {
  const dialog = await ask(app, name)
  expect(dialog.getByText(/You can undo it for 10 seconds/)).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function removeMany(app: App, ...names: string[]) {
  const dialog = await askMany(app, ...names)
  expect(dialog.getByText(/You can undo it for 10 seconds/)).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
}

test('a removed participant leaves the list and its counts at once, and the call is sent ten seconds later', async () => {
  const app = await renderApp(PATH)
  await summary('4 participants, 1 checked in')
  await remove(app, 'Chi')
  await waitFor(() => expect(row('Chi')).toBeNull())
  await summary('3 participants, 0 checked in')
  expect(toastOf('Chi is deleted').getByText(/^(10|9)s$/)).toBeVisible()
  await pass(4 * SECONDS)
  expect(toastOf('Chi is deleted').getByText(/^[456]s$/)).toBeVisible()
  expect(sent).toEqual([])
  await pass(7 * SECONDS)
  expect(sent).toEqual([['p3']])
  expect(row('Chi')).toBeNull()
  await summary('3 participants, 0 checked in')
  expect(screen.queryByText('Chi is deleted')).toBeNull()
})

test('taken back, they are in their place again and nothing was sent', async () => {
  const app = await renderApp(PATH)
  await summary('4 participants, 1 checked in')
  await removeMany(app, 'Bình', 'Dung')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(row('Bình')).toBeNull()
  expect(row('Dung')).toBeNull()
  await summary('2 participants, 1 checked in')
  // The chip of a state without participants is gone as well.
  expect(screen.queryByRole('button', { name: /^Committee/ })).toBeNull()
  await app.user.click(toastOf('2 participants are deleted').getByRole('button', { name: 'Undo' }))
  expect(row('Bình')).toBeVisible()
  expect(row('Dung')).toBeVisible()
  expect(await screen.findByText('2 participants are back in the list')).toBeVisible()
  await summary('4 participants, 1 checked in')
  await pass(15 * SECONDS)
  expect(sent).toEqual([])
})

test('two removals in a row are independent', async () => {
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  await pass(3 * SECONDS)
  await remove(app, 'Chi')
  await waitFor(() => expect(row('Chi')).toBeNull())
  await app.user.click(toastOf('An is deleted').getByRole('button', { name: 'Undo' }))
  expect(row('An')).toBeVisible()
  expect(row('Chi')).toBeNull()
  await pass(11 * SECONDS)
  expect(sent).toEqual([['p3']])
})

test('the key Z takes back the last removal, and the focus is never lost', async () => {
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  await waitFor(() => expect(row('Bình')).toHaveFocus())
  await app.user.keyboard('z')
  await waitFor(() => expect(row('An')).toBeVisible())
  await app.user.keyboard('z')
  await pass(11 * SECONDS)
  expect(sent).toEqual([])
})

test('on a phone, whose search is folded, the focus goes to its button when the last one is removed', async () => {
  onPhone()
  people.splice(1)
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  const button = screen.getByRole('button', { name: 'Search, filters and tools' })
  await waitFor(() => expect(button).toHaveFocus())
})

test('the clock stops while the mouse is over the toast or the focus in it, not for a finger', async () => {
  const app = await renderApp(PATH)
  await remove(app, 'An')
  const toast = (await screen.findByText('An is deleted')).closest('[role="status"]') as HTMLElement
  fireEvent.pointerEnter(toast, { pointerType: 'mouse' })
  await pass(30 * SECONDS)
  expect(sent).toEqual([])
  fireEvent.pointerLeave(toast, { pointerType: 'mouse' })
  await pass(5 * SECONDS)
  fireEvent.pointerEnter(toast, { pointerType: 'touch' })
  await pass(6 * SECONDS)
  expect(sent).toEqual([['p1']])
})

test('closing the toast lets the removal go on', async () => {
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await screen.findByText('An is deleted')
  await app.user.click(toastOf('An is deleted').getByRole('button', { name: 'Close' }))
  await pass(12 * SECONDS)
  expect(sent).toEqual([['p1']])
})

test('leaving the page sends it at once', async () => {
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  act(() => void window.dispatchEvent(new Event('pagehide')))
  await waitFor(() => expect(sent).toEqual([['p1']]))
  await pass(11 * SECONDS)
  expect(sent).toEqual([['p1']])
})

test('on another screen it goes on, and logging out sends it while it still may', async () => {
  let bearer: string | null = null
  server.use(
    http.post('/event/{eventId}/attendances/bulk', ({ request, response }) => {
      bearer = request.headers.get('Authorization')
      return response(200).json(ok({ done: 1, failed: [] }))
    }),
    http.post('/auth/logout', ({ response }) => response.untyped(HttpResponse.json(ok({})))),
  )
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  await act(() => app.router.navigate({ to: '/profile' }))
  expect(screen.getByText('An is deleted')).toBeVisible()
  expect(bearer).toBeNull()
  await act(() => logOut())
  expect(bearer).toMatch(/^Bearer /)
})

test('a refusal brings them back and says why', async () => {
  refuse = () =>
    HttpResponse.json(
      ok({ done: 1, failed: [{ id: 'p2', fullName: 'Bình', reason: 'The event was canceled.' }] }),
    )
  const app = await renderApp(PATH)
  await removeMany(app, 'An', 'Bình')
  await waitFor(() => expect(row('Bình')).toBeNull())
  people.shift()
  await pass(11 * SECONDS)
  expect(await screen.findByText('Not deleted: Bình. The event was canceled.')).toBeVisible()
  expect(row('Bình')).toBeVisible()
  expect(row('An')).toBeNull()
})

test('a call that fails brings all of them back and says why', async () => {
  refuse = () => HttpResponse.json(refused(5009, ['The event was canceled.']), { status: 409 })
  const app = await renderApp(PATH)
  await removeMany(app, 'An', 'Bình', 'Chi', 'Dung')
  await waitFor(() => expect(row('Bình')).toBeNull())
  await pass(11 * SECONDS)
  const words = 'Not deleted: An, Bình, Chi and one more. The event was canceled.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(row('Dung')).toBeVisible()
})

test('a participant whom another organiser has removed meanwhile is no failure', async () => {
  refuse = () =>
    HttpResponse.json(ok({ done: 0, failed: [{ id: 'p1', fullName: null, reason: 'Not found.' }] }))
  const app = await renderApp(PATH)
  await remove(app, 'An')
  await waitFor(() => expect(row('An')).toBeNull())
  people.shift()
  await pass(11 * SECONDS)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(row('An')).toBeNull()
})

test('when all at hand are removed, those after them follow', async () => {
  people.push(...Array.from({ length: 98 }, (_, at) => guest(`q${at}`, `Khách ${at}`)))
  const app = await renderApp(PATH)
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select the 100 rows shown' }))
  const dialog = await askSelected(app)
  await app.user.type(dialog.getByRole('textbox'), '100')
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: /^Khách 97/ })).toBeVisible()
  expect(row('An')).toBeNull()
  await summary('2 participants, 0 checked in')
})

test('the question about a participant who has paid names the money that is to be given back', async () => {
  people[0] = guest('p1', 'An', { amount: 250_000, received: 250_000 })
  const app = await renderApp(PATH)
  const dialog = await ask(app, 'An')
  expect(dialog.getByText(/You have received ₫250,000.*You can undo it for 10 seconds/)).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(row('An')).toBeVisible()
})

test('one who is removed is told by mail unless it is switched off, and nothing goes out when it is undone', async () => {
  const app = await renderApp(PATH)
  await summary('4 participants, 1 checked in')
  await remove(app, 'Dung')
  await app.user.click(toastOf('Dung is deleted').getByRole('button', { name: 'Undo' }))
  const dialog = await ask(app, 'An')
  expect(dialog.getByRole('switch', { name: /^Tell An by email/ })).toBeChecked()
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(row('An')).toBeNull())
  const other = await ask(app, 'Bình')
  await app.user.click(other.getByRole('switch', { name: /^Tell Bình by email/ }))
  await app.user.click(other.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(row('Bình')).toBeNull())
  expect(told).toEqual([])
  await pass(12 * SECONDS)
  await waitFor(() => expect(sent).toEqual([['p1'], ['p2']]))
  expect(told).toEqual([true, false])
})

test('it is not asked about a guest without an address or one who has not confirmed', async () => {
  Object.assign(people[0] as Participant, { email: '', received: 250_000, amount: 250_000 })
  Object.assign(people[1] as Participant, {
    confirmBy: '2026-11-20T12:00:00Z',
    received: 250_000,
    amount: 250_000,
  })
  const app = await renderApp(PATH)
  const dialog = await ask(app, 'An')
  expect(dialog.queryByRole('switch')).toBeNull()
  expect(dialog.queryByText(/They are told by email/)).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(row('An')).toBeNull())
  const other = await ask(app, 'Bình')
  expect(other.queryByRole('switch')).toBeNull()
  expect(other.getByText(/They are told by email/), 'the money is the reason').toBeVisible()
  await app.user.click(other.getByRole('button', { name: 'Delete' }))
  await pass(12 * SECONDS)
  await waitFor(() => expect(sent).toEqual([['p1'], ['p2']]))
  expect(told).toEqual([undefined, undefined])
})

test('it is not asked after the event', async () => {
  serverHasPeople(people, { status: 'closed', isOver: true })
  const app = await renderApp(PATH)
  expect((await ask(app, 'An')).queryByRole('switch')).toBeNull()
})

test('many are told by mail, as many as can be reached', async () => {
  Object.assign(people[2] as Participant, { email: '' })
  const app = await renderApp(PATH)
  const dialog = await askMany(app, 'An', 'Bình', 'Chi')
  const choice = dialog.getByRole('switch', {
    name: /^Tell 2 people by email.*The others have no email address/,
  })
  expect(choice).toBeChecked()
  expect(dialog.queryByText(/Those who paid are told/)).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await pass(12 * SECONDS)
  await waitFor(() => expect(sent).toEqual([['p1', 'p2', 'p3']]))
  expect(told).toEqual([true])
})

test('more people than one call carries go in calls of 500, and the people of a failed call are back', async () => {
  people.push(...Array.from({ length: 997 }, (_, at) => guest(`q${at}`, `Khách ${at}`)))
  server.use(
    http.get('/event/{eventId}/attendances/ids', ({ response }) =>
      response(200).json(ok({ ids: people.map(({ id }) => id), hasMore: false })),
    ),
  )
  const app = await renderApp(PATH)
  await summary('1,001 participants, 1 checked in')
  await app.user.click(await screen.findByRole('checkbox', { name: 'Select An' }))
  await app.user.click(await screen.findByRole('button', { name: /^Select all/ }))
  const dialog = await askSelected(app)
  expect(dialog.getByText(/You can undo it for 10 seconds/)).toBeVisible()
  await app.user.type(dialog.getByRole('textbox'), '1001')
  let calls = 0
  server.use(
    http.post('/event/{eventId}/attendances/bulk', async ({ request, response }) => {
      const { ids } = await request.json()
      sent.push(ids)
      calls += 1
      if (calls === 2)
        return response.untyped(HttpResponse.json(refused(5003, ['Too busy.']), { status: 503 }))
      return response(200).json(ok({ done: ids.length, failed: [] }))
    }),
  )
  await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
  await pass(11 * SECONDS)
  await waitFor(() => expect(sent.map(({ length }) => length)).toEqual([500, 500, 1]))
  expect(await screen.findByText(/Too busy\./, { ignore: '[aria-live] *' })).toBeVisible()
})
