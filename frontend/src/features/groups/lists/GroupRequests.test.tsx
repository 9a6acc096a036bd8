import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { session } from '~/lib/session'
import { isTypedHere, keepTypedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import type { GroupRequest, OwnGroupRequest } from '../queries'

const OWN: OwnGroupRequest = {
  id: 'q1',
  name: 'Hội Hồ Gươm',
  status: 'pending',
  reason: null,
  createdAt: '2026-11-20T02:00:00Z',
}
const ASKED: GroupRequest = {
  id: 'q1',
  userId: 'u1',
  fullName: 'Nguyễn Thị Lan',
  email: 'lan@hoi.example',
  company: 'Sen',
  avatar: null,
  name: 'Hội Hồ Gươm',
  message: 'Cho 20 hội viên',
  createdAt: '2026-11-20T02:00:00Z',
}

let own: OwnGroupRequest | null
let asked: GroupRequest[]

beforeEach(() => {
  own = null
  asked = [ASKED]
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/request/mine', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group-requests', ({ query, response }) => {
      const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))]
      const items = asked.slice(limit * (page - 1), limit * page)
      return response(200).json(ok({ items, total: asked.length }))
    }),
  )
})

function logIn() {
  loggedInAs()
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, groupRequest: own }))))
}

test('without a plan a person asks for a group, and reads that the request waits', async () => {
  logIn()
  const bodies: unknown[] = []
  server.use(
    http.post('/group-requests', async ({ request, response }) => {
      bodies.push(await request.json())
      own = OWN
      return response(200).json(ok(OWN))
    }),
  )
  const app = await renderApp('/my-group')
  await app.user.click(await screen.findByRole('button', { name: 'Ask for a group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a group' }))
  await app.user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(bodies).toEqual([])
  await app.user.type(dialog.getByRole('textbox', { name: 'Group name' }), OWN.name)
  await app.user.type(dialog.getByRole('textbox', { name: 'Message' }), 'Cho 20 hội viên')
  await app.user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(/^You asked for the group “Hội Hồ Gươm” on Nov 20, 2026/)).toBeVisible()
  expect(bodies).toEqual([{ name: OWN.name, message: 'Cho 20 hội viên' }])
  expect(screen.queryByRole('button', { name: 'Ask for a group' })).toBeNull()
})

test('what a person without a plan came for stands above the question for a group', async () => {
  logIn()
  await renderApp('/my-group')
  const ask = await screen.findByRole('button', { name: 'Ask for a group' })
  expect(screen.getByText('Find one in discovery.')).toBeVisible()
  const discover = screen.getByRole('link', { name: 'Discover groups' })
  expect(discover.compareDocumentPosition(ask)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a request that was typed before a login or an error is there again', async () => {
  logIn()
  const values = { name: OWN.name, message: 'Cho 20 hội viên' }
  keepTypedAt(session().profile?.id ?? '', `${location.pathname} ask for a group`, values)
  const app = await renderApp('/my-group')
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask for a group' }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Group name' })).toHaveValue(OWN.name))
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Cho 20 hội viên')
  // Given up, it is not kept any longer.
  await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Ask for a group' })).toBeNull())
  expect(isTypedHere('ask for a group')).toBe(false)
})

test('an approved request leads to the form, which has its name', async () => {
  logIn()
  own = { ...OWN, status: 'approved' }
  const app = await renderApp('/my-group')
  expect(
    await screen.findByText('Your group “Hội Hồ Gươm” is approved. You can create it now.'),
  ).toBeVisible()
  await app.user.click(screen.getByRole('link', { name: 'Create group' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Group name' })).toHaveValue(OWN.name))
})

test('a declined request says why, and another one can be sent', async () => {
  logIn()
  own = { ...OWN, status: 'declined', reason: 'Chưa đủ hội viên' }
  await renderApp('/my-group')
  expect(await screen.findByText(/was declined. Reason: Chưa đủ hội viên$/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Ask for a group' })).toBeVisible()
})

test('an administrator approves with one press', async () => {
  loggedInAs({ role: 'ADMIN' })
  server.use(
    http.post('/group-requests/{id}/approve', ({ response }) => {
      asked = []
      return response(200).json(ok({}))
    }),
  )
  const app = await renderApp('/group-management')
  const card = within(await screen.findByRole('listitem', { name: ASKED.name }))
  expect(card.getByText('Nguyễn Thị Lan · Sen · lan@hoi.example')).toBeVisible()
  expect(card.getByText('Cho 20 hội viên')).toBeVisible()
  await app.user.click(card.getByRole('button', { name: /^Approve/ }))
  expect(await screen.findByText('Nguyễn Thị Lan can now create the group “Hội Hồ Gươm”')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('listitem', { name: ASKED.name })).toBeNull())
})

test('requests that could not be loaded are asked for again', async () => {
  loggedInAs({ role: 'ADMIN' })
  let isBroken = true
  server.use(
    http.get('/group-requests', ({ response }) =>
      isBroken
        ? response('default').json(refused(5000, ['The server is busy.']), { status: 400 })
        : response(200).json(ok({ items: asked, total: asked.length })),
    ),
  )
  const app = await renderApp('/group-management')
  const alert = within(
    (await screen.findByText('The server is busy.')).closest('[role=alert]') as HTMLElement,
  )
  expect(screen.queryByRole('listitem', { name: ASKED.name })).toBeNull()
  isBroken = false
  await app.user.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('listitem', { name: ASKED.name })).toBeVisible()
  expect(screen.queryByText('The server is busy.')).toBeNull()
})

test('many requests are shown page by page', async () => {
  loggedInAs({ role: 'ADMIN' })
  asked = Array.from({ length: 21 }, (_, at) => ({ ...ASKED, id: `q${at}`, name: `Nhóm ${at}` }))
  server.use(
    http.post('/group-requests/{id}/approve', ({ params, response }) => {
      asked = asked.filter(({ id }) => id !== params.id)
      return response(200).json(ok({}))
    }),
  )
  const app = await renderApp('/group-management')
  expect(await screen.findByRole('heading', { name: '21 requests for groups' })).toBeVisible()
  expect(screen.getAllByRole('listitem', { name: /^Nhóm/ })).toHaveLength(20)
  await app.user.click(screen.getByRole('button', { name: 'Page 2' }))
  const last = within(await screen.findByRole('listitem', { name: 'Nhóm 20' }))
  expect(screen.queryByRole('listitem', { name: 'Nhóm 0' })).toBeNull()
  // With its last request the page goes.
  await app.user.click(last.getByRole('button', { name: /^Approve/ }))
  expect(await screen.findByRole('listitem', { name: 'Nhóm 0' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Page 2' })).toBeNull())
})

test('an administrator declines with a reason', async () => {
  loggedInAs({ role: 'ADMIN' })
  const bodies: unknown[] = []
  server.use(
    http.post('/group-requests/{id}/decline', async ({ request, response }) => {
      bodies.push(await request.json())
      asked = []
      return response(200).json(ok({}))
    }),
  )
  const app = await renderApp('/group-management')
  await app.user.click(await screen.findByRole('button', { name: 'Decline “Hội Hồ Gươm” of Nguyễn Thị Lan' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('button', { name: 'Decline' }))
  expect(bodies).toEqual([])
  await app.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Chưa đủ hội viên')
  await app.user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(bodies).toEqual([{ reason: 'Chưa đủ hội viên' }]))
})

test('what another administrator decided meanwhile is told and goes', async () => {
  loggedInAs({ role: 'ADMIN' })
  server.use(
    http.post('/group-requests/{id}/approve', ({ response }) => {
      asked = []
      const why = 'Đỗ Minh has already approved this request.'
      return response('default').json(refused(5008, [why]), { status: 409 })
    }),
  )
  const app = await renderApp('/group-management')
  await app.user.click(await screen.findByRole('button', { name: /^Approve/ }))
  expect(await screen.findByText('Đỗ Minh has already approved this request.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('listitem', { name: ASKED.name })).toBeNull())
})
