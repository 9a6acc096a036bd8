import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { session } from '~/lib/session'
import { keepTypedAt, typedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

const LINK = 'https://hoi.example/event-management/checkin/ev1#key=secret'
/** The address that the device is given: the link and the device's name. */
const NAMED = `${LINK}&name=C%E1%BB%95ng%20B`
const KEY = {
  id: 'k1',
  label: 'Cổng A',
  servesGuests: false,
  createdAt: '2026-11-01T00:00:00Z',
  lastUsedAt: null,
  isConnected: false,
}
const SCREEN = {
  title: 'Hội',
  logo: '/x',
  coverImage: null,
  backgroundColor: null,
  sponsorLogos: ['/s1', '/s2'],
  eventStartDate: '2026-03-10T11:00:00Z',
  waitingTime: 5,
  version: 1,
  checkedIn: 0,
  total: 0,
}

beforeEach(() => {
  loggedInAs()
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({ id: 'ev1', title: 'Hội làng', status: 'open', isCancelled: false, rights: RIGHTS }),
        ),
      ),
    ),
    http.get('/event/{eventId}/tickets', ({ response }) => response.untyped(HttpResponse.json(ok([])))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [], total: 0, checkedIn: 0 })),
    ),
    http.get('/event/{eventId}/checkin-conflicts', ({ response }) => response(200).json(ok([]))),
    http.get('/event/{eventId}/checkin', ({ response }) => response(200).json(ok(SCREEN))),
    http.get('/event/{eventId}/checkin-keys', ({ response }) => response(200).json(ok([KEY]))),
  )
})

async function opened() {
  const app = await renderApp('/participant-management/ev1/door')
  await screen.findByText('Cổng A')
  return app
}

test('opens the event’s check-in view', async () => {
  await opened()
  expect(screen.getByRole('link', { name: /Open the check-in screen/ })).toHaveAttribute(
    'href',
    '/event-management/checkin/ev1',
  )
})

test('makes a link for a named device and shows it once, as text and as a QR code', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/{eventId}/checkin-keys', async ({ request, response }) => {
      bodies.push(await request.json())
      const { id: _, lastUsedAt: __, isConnected: ___, ...made } = KEY
      return response(200).json(ok({ ...made, id: 'k2', label: 'Cổng B', key: 'secret', link: LINK }))
    }),
  )
  const { user, unmount } = await opened()
  expect(screen.getByRole('button', { name: 'Make a link' })).toBeDisabled()
  await user.type(screen.getByLabelText('Name of the device'), 'Cổng B')
  await user.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByText(NAMED)).toBeVisible()
  expect(screen.getByRole('img', { name: 'QR code that pairs Cổng B' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copy the link' }))
  expect(await navigator.clipboard.readText()).toBe(NAMED)
  expect(bodies).toEqual([{ label: 'Cổng B', servesGuests: false }])
  unmount()
  await opened()
  expect(screen.queryByText(NAMED)).toBeNull()
})

test('opens the screen in a tab that is logged in as well', async () => {
  await opened()
  const link = screen.getByRole('link', { name: /check-in screen/i })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'opener')
})

test('gives a device the right to serve guests, and takes it', async () => {
  const bodies: unknown[] = []
  let servesGuests = false
  server.use(
    http.get('/event/{eventId}/checkin-keys', ({ response }) =>
      response(200).json(ok([{ ...KEY, servesGuests }])),
    ),
    http.put('/event/{eventId}/checkin-keys/{id}', async ({ request, params, response }) => {
      const body = await request.json()
      servesGuests = body.servesGuests
      bodies.push([params.id, body])
      return response.untyped(HttpResponse.json(ok({}, ['Saved.'])))
    }),
  )
  const { user } = await opened()
  const right = () => screen.getByRole('switch', { name: 'Cổng A may find guests and note cash' })
  expect(right()).not.toBeChecked()
  await user.click(right())
  await waitFor(() => expect(right()).toBeChecked())
  await user.click(right())
  await waitFor(() => expect(right()).not.toBeChecked())
  expect(bodies).toEqual([
    ['k1', { servesGuests: true }],
    ['k1', { servesGuests: false }],
  ])
})

test('revokes a device after a question', async () => {
  const revoked: unknown[] = []
  server.use(
    http.delete('/event/{eventId}/checkin-keys/{id}', ({ params, response }) => {
      revoked.push(params.id)
      return response.untyped(HttpResponse.json(ok({}, ['Key revoked.'])))
    }),
  )
  const { user } = await opened()
  await user.click(screen.getByRole('button', { name: 'Revoke Cổng A' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke Cổng A?' }))
  expect(revoked).toEqual([])
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Key revoked.')).toBeVisible()
  expect(revoked).toEqual(['k1'])
})

test('a cancelled event checks no guest in', async () => {
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(
          ok({ id: 'ev1', title: 'Hội làng', status: 'closed', isCancelled: true, rights: RIGHTS }),
        ),
      ),
    ),
  )
  await renderApp('/participant-management/ev1/door')
  expect(await screen.findByText(/nobody is checked in anymore/)).toBeVisible()
  const entries = within(screen.getByRole('navigation', { name: 'Inside the event' })).getAllByRole('link')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Overview',
    'Guests',
    'Tickets & codes',
    'Money',
    'Messages',
    'Data requests',
    'Integrations',
    'Settings',
  ])
})

test('sets the waiting time within 1 to 60 seconds, and the sponsors’ logos', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/checkin', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(SCREEN, ['Welcome screen saved']))
    }),
  )
  const { user } = await opened()
  const seconds = screen.getByLabelText('Seconds a greeting stays')
  const save = screen.getByRole('button', { name: 'Save the greeting' })
  for (const wrong of ['0', '61']) {
    await user.clear(seconds)
    await user.type(seconds, wrong)
    await user.click(save)
    expect(screen.getByText('Enter 1 to 60 seconds.')).toBeVisible()
  }
  expect(bodies).toEqual([])
  await user.clear(seconds)
  await user.type(seconds, '3')
  await user.click(screen.getByRole('button', { name: 'Remove logo 1' }))
  await user.click(save)
  await waitFor(() => expect(bodies).toEqual([{ waitingTime: 3, sponsorLogos: ['/s2'], version: 1 }]))
  expect(await screen.findByText('Welcome screen saved')).toBeVisible()
})

test('a waiting time that is not saved is kept, and comes back', async () => {
  const [account, place] = [session().profile?.id ?? '', `${location.pathname} welcome`]
  keepTypedAt(account, place, { text: '7' })
  const { user } = await opened()
  const seconds = screen.getByLabelText('Seconds a greeting stays')
  await waitFor(() => expect(seconds).toHaveValue('7'))
  await user.clear(seconds)
  await user.type(seconds, '9')
  fireEvent(window, new Event('pagehide'))
  expect(typedAt(account, place)?.values).toEqual({ text: '9' })
})
