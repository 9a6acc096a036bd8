import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'

const LINK = 'https://hoi.example/event-management/checkin/ev1#key=secret'
const KEY = { id: 'k1', label: 'Cổng A', createdAt: '2026-11-01T00:00:00Z', lastUsedAt: null }
const SCREEN = {
  title: 'Hội',
  logo: '/x',
  coverImage: null,
  backgroundColor: null,
  sponsorLogos: ['/s1', '/s2'],
  waitingTime: 5,
  checkedIn: 0,
  total: 0,
}

beforeEach(() => {
  loggedInAs()
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(
        HttpResponse.json(ok({ id: 'ev1', title: 'Hội làng', status: 'open', isCancelled: false })),
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
  const app = await renderApp('/participant-management/ev1')
  await app.user.click(await screen.findByRole('button', { name: 'Welcoming screen' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Welcoming screen' }))
  await modal.findByText('Cổng A')
  return { ...app, modal }
}

test('opens the event’s check-in view', async () => {
  const { modal } = await opened()
  expect(modal.getByRole('link', { name: /Open the check-in screen/ })).toHaveAttribute(
    'href',
    '/event-management/checkin/ev1',
  )
})

test('makes a link for a named device and shows it once, as text and as a QR code', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/event/{eventId}/checkin-keys', async ({ request, response }) => {
      bodies.push(await request.json())
      const { id: _, lastUsedAt: __, ...made } = KEY
      return response(200).json(ok({ ...made, id: 'k2', label: 'Cổng B', key: 'secret', link: LINK }))
    }),
  )
  const { user, modal } = await opened()
  expect(modal.getByRole('button', { name: 'Make a link' })).toBeDisabled()
  await user.type(modal.getByLabelText('Name of the device'), 'Cổng B')
  await user.click(modal.getByRole('button', { name: 'Make a link' }))
  expect(await modal.findByText(LINK)).toBeVisible()
  expect(modal.getByRole('img', { name: 'QR code that pairs Cổng B' })).toBeVisible()
  await user.click(modal.getByRole('button', { name: 'Copy the link' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  expect(bodies).toEqual([{ label: 'Cổng B' }])
  await user.click(modal.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Welcoming screen' }))
  await screen.findByRole('dialog')
  expect(screen.queryByText(LINK)).toBeNull()
})

test('opens the screen in a tab that is logged in as well', async () => {
  const { modal } = await opened()
  const link = modal.getByRole('link', { name: /check-in screen/i })
  expect(link).toHaveAttribute('target', '_blank')
  expect(link).toHaveAttribute('rel', 'opener')
})

test('revokes a device after a question', async () => {
  const revoked: unknown[] = []
  server.use(
    http.delete('/event/{eventId}/checkin-keys/{id}', ({ params, response }) => {
      revoked.push(params.id)
      return response.untyped(HttpResponse.json(ok({}, ['Key revoked.'])))
    }),
  )
  const { user, modal } = await opened()
  await user.click(modal.getByRole('button', { name: 'Revoke Cổng A' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke Cổng A?' }))
  expect(revoked).toEqual([])
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('Key revoked.')).toBeVisible()
  expect(revoked).toEqual(['k1'])
})

test('sets the waiting time within 1 to 60 seconds, and the sponsors’ logos', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/event/{eventId}/checkin', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(SCREEN, ['Welcome screen saved']))
    }),
  )
  const { user, modal } = await opened()
  const seconds = modal.getByLabelText('Seconds a greeting stays')
  const save = modal.getByRole('button', { name: 'Save the greeting' })
  for (const wrong of ['0', '61']) {
    await user.clear(seconds)
    await user.type(seconds, wrong)
    await user.click(save)
    expect(modal.getByText('Enter 1 to 60 seconds.')).toBeVisible()
  }
  expect(bodies).toEqual([])
  await user.clear(seconds)
  await user.type(seconds, '3')
  await user.click(modal.getByRole('button', { name: 'Remove logo 1' }))
  await user.click(save)
  await waitFor(() => expect(bodies).toEqual([{ waitingTime: 3, sponsorLogos: ['/s2'] }]))
  expect(await screen.findByText('Welcome screen saved')).toBeVisible()
})
