import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { RIGHTS } from '~/features/events/fixtures'
import { endSession } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, server } from '~/test/server'
import type { Webhook } from './queries'

const PATH = '/event-management/ev1/integrations'
const EVENT = { id: 'ev1', title: 'Hội làng', status: 'open', isCancelled: false, rights: RIGHTS }
const HOOK: Webhook = {
  id: 'w1',
  url: 'https://hooks.example.vn/x',
  kinds: ['payment.received'],
  offReason: null,
  offSince: null,
  failingSince: null,
  nextAt: null,
  waiting: 0,
  failed: 0,
  oldSecretUntil: null,
  createdAt: '2026-03-01T02:00:00Z',
  version: 1,
}

let hooks: Webhook[]
let sent: unknown[]

beforeEach(() => {
  loggedInAs()
  hooks = []
  sent = []
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(EVENT)))),
    http.get('/event/{eventId}/webhooks', ({ response }) => response(200).json(ok(hooks))),
    http.post('/event/{eventId}/webhooks', async ({ request, response }) => {
      sent.push(await request.json())
      hooks = [HOOK]
      return response(200).json(ok({ webhook: HOOK, secret: 'whsec_abc' }))
    }),
    http.post('/event/{eventId}/webhooks/{id}/test', ({ response }) =>
      response(200).json(ok({ isGood: false, status: 500, fault: null, tookMs: 12, answer: 'broken' })),
    ),
  )
})

test('a new webhook is sent the chosen kinds, and its secret is shown once', async () => {
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('Nothing is sent yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add webhook' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText(/^Address/), HOOK.url)
  for (const kind of ['New registration', 'Registration changed', 'Registration canceled'])
    await user.click(form.getByLabelText(kind))
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('whsec_abc')).toBeVisible()
  expect(sent).toEqual([
    { url: HOOK.url, kinds: ['payment.received', 'participant.checked_in', 'participant.erased'] },
  ])
  await user.click(screen.getByRole('button', { name: 'I have copied it' }))
  expect(await screen.findByText(HOOK.url)).toBeVisible()
})

test('a webhook that was switched off shows the reason, and a test shows the answer', async () => {
  hooks = [{ ...HOOK, offReason: 'failing', offSince: '2026-03-02T02:00:00Z', failed: 1 }]
  const { user } = await renderApp(PATH)
  expect(await screen.findByText(/The receiver failed for three days/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send these again' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText(/did not arrive: answered 500 in 12 ms/)).toBeVisible()
  expect(screen.getByText('broken')).toBeVisible()
})

test('a new webhook outlives the end of the session, and its dialog opens again', async () => {
  const { user, path, unmount } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Add webhook' }))
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await user.type(form.getByLabelText(/^Address/), HOOK.url)
  await user.click(form.getByLabelText('New registration'))
  act(() => endSession())
  await user.click(await screen.findByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(path()).toMatch(/^\/auth\/login/))
  unmount()

  loggedInAs()
  await renderApp(PATH)
  const again = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await waitFor(() => expect(again.getByLabelText(/^Address/)).toHaveValue(HOOK.url))
  expect(again.getByLabelText('New registration')).not.toBeChecked()
  expect(again.getByLabelText('Registration changed')).toBeChecked()
})
