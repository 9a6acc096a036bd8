import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import { CARD, INVITATION, MY_GROUP, REQUEST } from '../fixtures'
import type { GroupCard, JoinRequest, MyGroup, Suggestion } from '../queries'

let state: { found: GroupCard[]; suggestions: Suggestion[]; waiting: JoinRequest[]; mine: MyGroup[] }

beforeEach(() => {
  loggedInAs()
  state = { found: [CARD], suggestions: [], waiting: [], mine: [] }
  server.use(
    http.get('/group/search', ({ query, response }) => {
      const keyword = query.get('keyword')?.toLowerCase() ?? ''
      const items = state.found.filter(({ name }) => name.toLowerCase().includes(keyword))
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.get('/group/suggestion', ({ response }) => response(200).json(ok(state.suggestions))),
    http.get('/group/mine', ({ response }) => response(200).json(ok(state.mine))),
    http.get('/group/request/mine', ({ response }) =>
      response(200).json(ok({ items: state.waiting, total: state.waiting.length })),
    ),
  )
})

const card = async () => within(await screen.findByRole('listitem', { name: CARD.name }))

async function openJoinDialog() {
  const app = await renderApp('/discovery')
  await app.user.click(
    (await card()).getByRole('button', {
      name: `${state.found[0]?.joinPolicy === 'open' ? 'Join' : 'Ask to join'} ${CARD.name}`,
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: `Join “${CARD.name}”` }))
  await dialog.findByRole('textbox', { name: 'Position' })
  return { ...app, dialog }
}

test('suggestions say why, and a search hides them', async () => {
  state.suggestions = [
    { group: CARD, why: { reason: 'businessField', count: 12, businessField: 'Xây dựng' } },
  ]
  state.found = [{ ...CARD, id: 'g2', name: 'Câu lạc bộ Cà phê' }]
  const app = await renderApp('/discovery')
  expect(await screen.findByText('12 members in Xây dựng')).toBeVisible()
  await app.user.type(screen.getByRole('searchbox', { name: /^Search groups/ }), 'cà phê')
  expect(await screen.findByRole('heading', { name: 'Results' })).toBeVisible()
  expect(screen.queryByText('12 members in Xây dựng')).toBeNull()
  await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'cà phê' }))
})

test('the dialog asks for the data that the group requires, prefilled from the profile', async () => {
  server.use(
    http.get('/users/me', ({ response }) =>
      response(200).json(ok({ ...ME, businessField: 'Du lịch', position: 'Giám đốc' })),
    ),
  )
  const { user, dialog } = await openJoinDialog()
  expect(dialog.getByRole('textbox', { name: 'Business field' })).toHaveValue('Du lịch')
  expect(dialog.getByRole('textbox', { name: 'Position' })).toHaveValue('Giám đốc')
  expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  expect(dialog.getByLabelText(/^Membership certificate/)).toBeInTheDocument()
  expect(dialog.queryByLabelText(/^Business license/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(dialog.getByText('Please upload a membership certificate when requesting to join')).toBeVisible()
})

test('a message to the leaders that was typed before a login or an error is there again', async () => {
  state.found = [CARD, { ...CARD, id: 'g2', name: 'Câu lạc bộ Cà phê' }]
  keepTypedAt(session().profile?.id ?? '', `${location.pathname} join g1`, { message: 'Tôi là Lan' })
  await renderApp('/discovery')
  const dialog = within(await screen.findByRole('dialog', { name: `Join “${CARD.name}”` }))
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Tôi là Lan'))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('an open group asks for no message, and its members are members at once', async () => {
  state.found = [
    {
      ...CARD,
      joinPolicy: 'open',
      validationInfo: { requireMembershipCertificate: false, requireBusinessLicense: false },
    },
  ]
  server.use(
    http.post('/group/{groupId}/join-request', ({ response }) => {
      state.found = [{ ...CARD, myState: 'member' }]
      return response(200).json(ok({ myState: 'member', request: REQUEST }, ['You are now a member']))
    }),
  )
  const { user, dialog } = await openJoinDialog()
  expect(dialog.queryByRole('textbox', { name: 'Message' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Join now' }))
  expect(await (await card()).findByText('Joined')).toBeVisible()
})

test('a refusal of the server is shown in its words', async () => {
  state.found = [
    { ...CARD, validationInfo: { requireMembershipCertificate: false, requireBusinessLicense: false } },
  ]
  const why = 'Cannot request to join group: it has as many members as it may have'
  server.use(
    http.post('/group/{groupId}/join-request', ({ response }) =>
      response('default').json(refused(5008, [why]), { status: 409 }),
    ),
  )
  const { user, dialog } = await openJoinDialog()
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(why)).toBeVisible()
})

test('a cancelled request is gone at once, and back when the server refuses', async () => {
  state.found = [{ ...CARD, myState: 'requested', requestId: 'r1' }]
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.delete('/group/{groupId}/join-request/{id}', async ({ response }) => {
      await asked
      return response('default').json(refused(5008, ['Minh has already accepted this.']), { status: 409 })
    }),
  )
  const app = await renderApp('/discovery')
  await app.user.click((await card()).getByRole('button', { name: `Cancel request to join ${CARD.name}` }))
  expect(await (await card()).findByRole('button', { name: `Ask to join ${CARD.name}` })).toBeVisible()
  answer()
  expect(await screen.findByText('Minh has already accepted this.')).toBeVisible()
  expect(await (await card()).findByText('Pending')).toBeVisible()
})

test.each([
  ['invited', 'You are invited'],
  ['member', 'Joined'],
] as const)('a card says that the caller is %s', async (myState, words) => {
  state.found = [{ ...CARD, myState, requestId: 'r1' }]
  await renderApp('/discovery')
  expect((await card()).getByText(words)).toBeVisible()
})

test('a card says why a request was rejected and when to ask again', async () => {
  state.found = [{ ...CARD, rejection: { reason: 'Đã đủ người', askAgainAt: '2026-11-21T02:00:00Z' } }]
  await renderApp('/discovery')
  const shown = await card()
  expect(shown.getByText('Rejected')).toBeVisible()
  expect(shown.getByText('Reason: Đã đủ người')).toBeVisible()
  expect(shown.getByText(/^You can ask again from .*Nov 21, 2026/)).toBeVisible()
  expect(shown.queryByRole('button')).toBeNull()
})

test('in a group with one member per business field, the field is required', async () => {
  state.found = [
    {
      ...CARD,
      onePerBusinessField: true,
      validationInfo: { requireMembershipCertificate: false, requireBusinessLicense: false },
    },
  ]
  const { user, dialog } = await openJoinDialog()
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(dialog.getByText(/^Please enter your business field/)).toBeVisible()
})

test('a group by invitation only cannot be asked', async () => {
  state.found = [{ ...CARD, joinPolicy: 'invite' }]
  await renderApp('/discovery')
  expect((await card()).getByText('By invitation only')).toBeVisible()
  expect((await card()).queryByRole('button')).toBeNull()
})

test('invitations are answered and requests cancelled on top of my groups', async () => {
  state.waiting = [REQUEST, { ...INVITATION, group: { ...INVITATION.group, id: 'g2', name: 'Cà phê' } }]
  state.mine = [MY_GROUP]
  const bodies: unknown[] = []
  server.use(
    http.put('/group/{groupId}/join-request/{id}', async ({ params, request, response }) => {
      bodies.push([params.groupId, await request.json()])
      state.waiting = [REQUEST]
      return response(200).json(ok(INVITATION, ['You are now a member of the group']))
    }),
  )
  const app = await renderApp('/my-group')
  const waiting = within(await screen.findByRole('list', { name: 'Your invitations and requests' }))
  expect(waiting.getAllByRole('listitem')[0]).toHaveTextContent(/Đỗ Minh invited you on .* Role: Member/)
  expect(waiting.getAllByRole('listitem')[1]).toHaveTextContent(/You asked to join on Nov 20, 2026/)
  await app.user.click(waiting.getByRole('button', { name: 'Accept the invitation to Cà phê' }))
  expect(await screen.findByText(/^You are now a member of “.+”$/)).toBeVisible()
  await waitFor(() => expect(waiting.queryByText('Cà phê')).toBeNull())
  expect(bodies).toEqual([['g2', { action: 'accept' }]])
  const mine = within(screen.getByRole('list', { name: 'Groups you belong to' }))
  expect(mine.getByText('2 join requests')).toBeVisible()
})

test('a notification marks the invitation that it is about, or says that it is over', async () => {
  const coffee = { ...INVITATION, id: 'r9', group: { ...INVITATION.group, id: 'g2', name: 'Cà phê' } }
  state.waiting = [INVITATION, coffee]
  const app = await renderApp('/my-group?invitation=r9')
  const waiting = within(await screen.findByRole('list', { name: 'Your invitations and requests' }))
  const marked = waiting.getAllByRole('listitem').filter((item) => item.matches('[aria-current="true"]'))
  expect(marked).toEqual([waiting.getByText('Cà phê').closest('li')])
  const over = 'This invitation no longer waits for your answer.'
  expect(screen.queryByText(over)).toBeNull()
  app.unmount()
  state.waiting = []
  await renderApp('/my-group?invitation=r9')
  expect(await screen.findByText(over)).toBeVisible()
})

test('without a group, discovery is the next step', async () => {
  await renderApp('/my-group')
  expect(await screen.findByRole('link', { name: 'Discover groups' })).toHaveAttribute('href', '/discovery')
})
