import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ASKED } from '~/features/data-requests/fixtures'
import type { DataRequest } from '~/features/data-requests/queries'
import { RIGHTS } from '~/features/events/fixtures'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

const PATH = '/event-management/ev1/data-requests'
const EVENT = { id: 'ev1', title: 'Hội làng', status: 'open', isCancelled: false, rights: RIGHTS }

let requests: DataRequest[]
let sent: unknown[]

const isShown = (isClosed: boolean) => requests.filter(({ result }) => (result !== null) === isClosed)

beforeEach(() => {
  loggedInAs()
  requests = [ASKED]
  sent = []
  server.use(
    http.get('/event/{eventId}', ({ response }) => response.untyped(HttpResponse.json(ok(EVENT)))),
    http.get('/event/{eventId}/data-requests', ({ query, response }) => {
      const items = isShown(query.get('isClosed') === 'true')
      return response(200).json(ok({ items, total: items.length, open: isShown(false).length }))
    }),
    http.post('/event/{eventId}/data-requests/{id}/erase', ({ params, response }) => {
      sent.push(params.id)
      const erased = { fullName: '—', email: '', isErased: true, content: '', result: 'done' } as const
      requests = [{ ...ASKED, ...erased, closedAt: '2026-03-09T02:00:00Z', closedBy: 'Lan' }]
      return response(200).json(ok({}))
    }),
    http.post('/event/{eventId}/data-requests/{id}/close', async ({ request, response }) => {
      sent.push(await request.json())
      requests = [{ ...ASKED, result: 'refused', reason: 'Kept by law', closedAt: '2026-03-09T02:00:00Z' }]
      return response(200).json(ok(ASKED))
    }),
  )
})

test('an erasure is carried out after the name was typed, and its record contains no name', async () => {
  const { user } = await renderApp(PATH)
  expect(await screen.findByText('Tôi không tham dự nữa')).toBeVisible()
  // The date passed long ago.
  expect(screen.getByText(/days late$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Erase data' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/their place is given back/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Erase data' }))
  expect(question.getByText('The name is different')).toBeVisible()
  expect(sent).toEqual([])
  await user.type(
    question.getByLabelText(`Type “${ASKED.fullName}” to confirm`),
    ASKED.fullName.toLowerCase(),
  )
  await user.click(question.getByRole('button', { name: 'Erase data' }))
  expect(await screen.findByText('No request is waiting')).toBeVisible()
  expect(sent).toEqual(['r1'])
  await user.click(screen.getByRole('radio', { name: 'Closed' }))
  expect(await screen.findByRole('heading', { name: 'Data erased' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Data erased' })).toBeNull()
  expect(screen.queryByText(/Đức/)).toBeNull()
})

test('a request names its person first, with a link to the registration', async () => {
  await renderApp(PATH)
  const heading = await screen.findByRole('heading', { name: ASKED.fullName })
  const link = within(heading).getByRole('link', { name: ASKED.fullName })
  expect(link).toHaveAttribute('href', expect.stringMatching(/^\/participant-management\/ev1.*person=a1/))
  link.focus()
  expect(link).toHaveFocus()
})

test('an empty list explains data requests', async () => {
  requests = []
  await renderApp(PATH)
  expect(await screen.findByText('No request is waiting')).toBeVisible()
  expect(screen.getByText(/^Participants who want to see, correct or erase/)).toBeVisible()
})

test('"back" leads from the closed requests to the open ones', async () => {
  const { user, router } = await renderApp(PATH)
  await screen.findByText('Tôi không tham dự nữa')
  await user.click(screen.getByRole('radio', { name: 'Closed' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ state: 'closed' }))
  await waitFor(() => expect(screen.queryByText('Tôi không tham dự nữa')).toBeNull())
  act(() => router.history.back())
  expect(await screen.findByText('Tôi không tham dự nữa')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Closed' })).not.toBeChecked()
})

test('a refusal needs a reason', async () => {
  const { user } = await renderApp(PATH)
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Refuse the request/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(sent).toEqual([])
  await user.type(dialog.getByLabelText(/^Reason for refusing/), ' Kept by law ')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ result: 'refused', reason: 'Kept by law' }]))
  expect(await screen.findByText('No request is waiting')).toBeVisible()
})

test('the requests of a deleted event are still shown', async () => {
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5005, ['The event does not exist.']), { status: 404 })),
    ),
  )
  await renderApp(PATH)
  expect(await screen.findByText('Tôi không tham dự nữa')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Data requests' })).toBeVisible()
})
