import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { CARD, groupOf, INVITATION, LAN, MINH, REQUEST } from '../fixtures'
import type { Group, GroupMember, JoinRequest } from '../queries'

let state: { group: Group; members: GroupMember[]; requests: JoinRequest[] }

beforeEach(() => {
  loggedInAs()
  state = { group: groupOf(), members: [LAN, MINH], requests: [] }
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/request/mine', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(state.group))),
    http.get('/group/{groupId}/member', ({ query, response }) => {
      const [role, userId] = [query.get('role'), query.get('userId')]
      const items = state.members.filter(
        (member) => (!role || member.role === role) && (!userId || member.userId === userId),
      )
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.get('/group/{groupId}/join-request', ({ query, response }) => {
      const items = state.requests.filter(
        ({ id, kind, status }) =>
          [id, null].includes(query.get('id') as never) &&
          [kind, null].includes(query.get('kind') as never) &&
          [status, null].includes(query.get('status') as never),
      )
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.get('/upload/{id}', ({ response }) =>
      response.untyped(new HttpResponse('PNG', { headers: { 'Content-Type': 'image/png' } })),
    ),
  )
})

async function open(search: Record<string, string> = {}) {
  const query = new URLSearchParams({ tab: 'members', ...search })
  const app = await renderApp(`/my-group/g1?${query}`)
  await screen.findByRole('heading', { level: 1, name: CARD.name })
  return app
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)

test.each([
  ['the owner', 'owner', ['Review posts', 'Integrations', 'Group settings']],
  ['a manager', 'manager', ['Review posts', 'Integrations']],
  ['a member', 'member', []],
  ['an administrator', null, ['Review posts', 'Integrations', 'Group settings']],
] as const)('%s sees the tabs of the role', async (_, myRole, shown) => {
  state.group = groupOf({ myRole, pendingRequests: myRole === 'member' ? null : 0 })
  await open()
  expect(await screen.findByRole('table', { name: 'Members' })).toBeVisible()
  const forLeaders = ['Review posts', 'Integrations', 'Group settings']
  expect(tabs().filter((name) => forLeaders.includes(name ?? ''))).toEqual(shown)
  const leads = myRole !== 'member'
  expect(screen.queryAllByRole('button', { name: 'Add members' })).toHaveLength(leads ? 1 : 0)
  expect(screen.queryAllByRole('radio', { name: 'History' })).toHaveLength(leads ? 1 : 0)
})

test("a visitor who is no member sees the group's introduction", async () => {
  state.group = { ...CARD, details: null }
  await open()
  expect(screen.getByText(CARD.description)).toBeVisible()
  expect(screen.getByText('For members only')).toBeVisible()
  expect(screen.getByRole('button', { name: `Ask to join ${CARD.name}` })).toBeVisible()
  expect(screen.queryByRole('tab')).toBeNull()
})

test.each([
  [
    'removed',
    { wasRemoved: true },
    'You see its posts, events and members again when its leaders invite you.',
  ],
  [
    'rejected',
    { rejection: { reason: null, askAgainAt: '2026-11-26T02:00:00Z' } },
    'Your last request was rejected. You can ask again after the time above.',
  ],
  ['archived', { archivedAt: '2026-11-20T02:00:00Z' }, 'This group is archived and admits nobody.'],
] as const)('a visitor who cannot join reads why: %s', async (_, change, words) => {
  state.group = { ...CARD, ...change, details: null }
  await open()
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: `Ask to join ${CARD.name}` })).toBeNull()
})

test('the members of one role are shown, as the address says', async () => {
  const app = await open()
  await screen.findByText('Đỗ Minh')
  await app.user.click(screen.getByRole('combobox', { name: 'Role' }))
  await app.user.click(await screen.findByRole('option', { name: 'Owner' }))
  await waitFor(() => expect(screen.queryByText('Đỗ Minh')).toBeNull())
  expect(app.router.state.location.search).toEqual({ tab: 'members', role: 'owner' })
})

const HOA = {
  id: 'u3',
  fullName: 'Trần Hoa',
  company: 'Sen Vàng',
  avatar: null,
  emailMasked: 'h***@sen.vn',
  email: null,
}

test('people are invited, at least one', async () => {
  const bodies: unknown[] = []
  server.use(
    http.get('/users/search', ({ query, response }) => {
      expect(query.get('excludeGroupId')).toBe('g1')
      return response(200).json(ok([HOA]))
    }),
    http.post('/group/{groupId}/invitation', async ({ request, response }) => {
      bodies.push(await request.json())
      const asked = { ...REQUEST, id: 'r9', status: 'accepted' as const }
      return response(200).json(ok([REQUEST, asked], ['Invitations sent']))
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Add members' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Add members to “${CARD.name}”` }))
  const submit = dialog.getByRole('button', { name: 'Send invitations' })
  await app.user.click(submit)
  expect(dialog.getByText('Please select at least 1 member')).toBeVisible()
  await app.user.type(dialog.getByRole('combobox', { name: /^People/ }), 'hoa')
  await app.user.click(await screen.findByRole('option', { name: 'Trần Hoa · Sen Vàng · h***@sen.vn' }))
  await app.user.click(submit)
  expect(await screen.findByText(/^1 person is invited to “.+”$/)).toBeVisible()
  expect(screen.getByText(/^1 person is now a member of “.+”$/)).toBeVisible()
  expect(bodies).toEqual([{ userIds: ['u3'], role: 'member' }])
})

test('people who cannot be added at once are invited, and the toast says so', async () => {
  server.use(
    http.get('/users/search', ({ response }) => response(200).json(ok([HOA]))),
    http.post('/group/{groupId}/member', ({ response }) => response(200).json(ok([], ['1 person invited']))),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Add members' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('radio', { name: 'Add them now' }))
  await app.user.type(dialog.getByRole('combobox', { name: /^People/ }), 'hoa')
  await app.user.click(await screen.findByRole('option', { name: /Trần Hoa/ }))
  await app.user.click(dialog.getByRole('button', { name: 'Add to group' }))
  expect(await screen.findByText(/^1 person is invited to “.+”$/)).toBeVisible()
  expect(screen.queryByText(/now a member of/)).toBeNull()
})

test('a rate-limited search shows the reason instead of an empty result', async () => {
  const words = 'Too many attempts. Please wait 60 seconds and try again.'
  server.use(
    http.get('/users/search', ({ response }) =>
      response('default').json(refused(5003, [words]), { status: 429 }),
    ),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Add members' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('radio', { name: 'Add them now' }))
  await app.user.type(dialog.getByRole('combobox', { name: /^People/ }), 'hoa')
  expect(await dialog.findByText(words)).toBeVisible()
  expect(screen.queryByText('Nobody found.')).toBeNull()
})

test('people without an account are invited by their addresses', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/invitation/email', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok([INVITATION], ['Invitations sent']))
    }),
  )
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add members' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Invite by email' }))
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(await dialog.findByText('Please enter at least 1 email address')).toBeVisible()
  const addresses = dialog.getByRole('textbox', { name: 'Email addresses' })
  addresses.focus()
  await user.paste('an@congty.vn\nTrần Bình <binh@congty.vn>')
  await user.click(dialog.getByRole('button', { name: 'Send invitations' }))
  expect(await screen.findByText(/^\d (person is|people are) invited to “.+”$/)).toBeVisible()
  expect(bodies).toEqual([
    {
      people: [
        { email: 'an@congty.vn', fullName: null },
        { email: 'binh@congty.vn', fullName: 'Trần Bình' },
      ],
      role: 'member',
    },
  ])
})

test('an invitation by email shows the address and can be sent again', async () => {
  const mailed = {
    ...INVITATION,
    user: { id: null, fullName: 'Lê Chi', avatar: null, company: '' },
    email: 'chi@congty.vn',
    sentAt: '2026-11-19T02:00:00Z',
    expiresAt: '2026-12-19T02:00:00Z',
  }
  server.use(
    http.get('/group/{groupId}/join-request', ({ query, response }) => {
      const items = query.get('kind') === 'invitation' ? [mailed] : []
      return response(200).json(ok({ items, total: items.length }))
    }),
    http.post('/group/{groupId}/join-request/{id}/resend', ({ response }) =>
      response(200).json(ok(mailed, ['Invitation sent again'])),
    ),
  )
  const { user } = await open({ view: 'waiting' })
  expect(await screen.findByText('chi@congty.vn')).toBeVisible()
  expect(screen.getByText(/^Mail sent .*Nov 19, 2026.*valid until Dec 19, 2026$/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send again: invitation to Lê Chi' }))
  expect(await screen.findByText(/^The invitation of .+ is sent again$/)).toBeVisible()
})

test('the card of a member calls the number that the member shows', async () => {
  state.group = groupOf({ myRole: 'member', pendingRequests: null })
  state.members = [{ ...MINH, email: null, phone: '0912345678' }]
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: /Đỗ Minh/ }))
  const card = within(await screen.findByRole('dialog', { name: 'Member' }))
  expect(card.getByRole('link', { name: '0912 345 678' })).toHaveAttribute('href', 'tel:0912345678')
})

test('a full group says why no member can be added', async () => {
  state.group = groupOf({ memberLimit: 12 })
  await open()
  expect(await screen.findByText('12 of 12 members')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add members' })).toHaveAccessibleDescription(
    'The group has all of its 12 members. Remove a member, or have the owner buy a larger plan.',
  )
})

test('the rows of a file that are wrong are listed', async () => {
  server.use(
    http.post('/group/{groupId}/member/import', ({ response }) =>
      response('default').json(
        {
          ...refused(5002, ['Import Failed']),
          errors: [{ row: 3, column: 'Email', message: 'No such account.' }],
          errorCount: 1,
        },
        { status: 400 },
      ),
    ),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Import members into “${CARD.name}”` }))
  const run = dialog.getByRole('button', { name: 'Import members' })
  expect(run).toBeDisabled()
  const choose = (name: string) =>
    app.user.upload(dialog.getByLabelText('File with the list'), new File(['x'], name, { type: 'text/csv' }))
  await choose('bad.csv')
  await app.user.click(run)
  const errors = within(await dialog.findByRole('table', { name: 'Import Failed: 1 error to fix' }))
  expect(errors.getByRole('row', { name: '3 Email No such account.' })).toBeVisible()
  expect(run).toBeDisabled()

  server.use(
    http.post('/group/{groupId}/member/import', ({ response }) =>
      response(200).json(ok({ added: 2, invited: 0 }, ['2 members imported'])),
    ),
  )
  await choose('good.csv')
  await app.user.click(run)
  expect(await screen.findByText('2 members imported')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('requests are decided together, and one that another leader has already decided is named', async () => {
  const other = { ...REQUEST, id: 'r3', user: { ...REQUEST.user, id: 'u4', fullName: 'Lê Bình' } }
  state.requests = [REQUEST, other]
  state.group = groupOf({ pendingRequests: 2 })
  const bodies: unknown[] = []
  server.use(
    http.put('/group/{groupId}/join-request/{id}', async ({ params, request, response }) => {
      bodies.push([params.id, await request.json()])
      if (params.id === 'r3')
        return response('default').json(refused(5008, ['Minh has already accepted this.']), { status: 409 })
      state.requests = []
      return response(200).json(ok(REQUEST, ['Request rejected']))
    }),
  )
  const app = await open({ view: 'waiting', request: 'r1' })
  const item = await screen.findByRole('listitem', { name: 'Trần Hoa' })
  expect(item).toHaveAttribute('data-marked', 'true')
  expect(screen.getByRole('listitem', { name: 'Lê Bình' })).not.toHaveAttribute('data-marked')
  const card = within(item)
  expect(card.getByText('Tôi muốn giao lưu.')).toBeVisible()
  expect(card.getByText('Membership certificate')).toBeVisible()
  await app.user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await app.user.click(screen.getByRole('button', { name: 'Reject selected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 requests?' }))
  await app.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Đã đủ người.')
  await app.user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(await screen.findByText(/^The request of .+ is rejected$/)).toBeVisible()
  expect(await screen.findByText('Lê Bình: Minh has already accepted this.')).toBeVisible()
  expect(await screen.findByText('Nothing is waiting')).toBeVisible()
  const body = { action: 'reject', reason: 'Đã đủ người.' }
  expect(bodies).toEqual([
    ['r1', body],
    ['r3', body],
  ])
})

test('the history shows the outcome of a request and who decided', async () => {
  state.requests = [
    {
      ...REQUEST,
      status: 'rejected',
      decidedByName: 'Đỗ Minh',
      decidedAt: '2026-11-21T02:00:00Z',
      reason: 'Thiếu giấy tờ',
    },
  ]
  await open({ view: 'history' })
  const row = await screen.findByRole('row', { name: /Trần Hoa/ })
  expect(row).toHaveTextContent(/A request.*RejectedĐỗ Minh.*Thiếu giấy tờ/)
})

test('a notification of a decided request leads to its outcome', async () => {
  state.requests = [
    { ...REQUEST, status: 'accepted', decidedByName: 'Đỗ Minh', decidedAt: '2026-11-21T02:00:00Z' },
    { ...REQUEST, id: 'r9' },
  ]
  await open({ view: 'waiting', request: 'r1' })
  expect(
    await screen.findByText(/^Trần Hoa is a member: Đỗ Minh accepted the request to join on Nov 21, 2026/),
  ).toBeVisible()
})

test('a notification leads to the card of one member, or says that they have left', async () => {
  state.members = [LAN, MINH]
  const { user, router, unmount } = await open({ member: 'u2' })
  const card = within(await screen.findByRole('dialog', { name: 'Member' }))
  expect(card.getByRole('heading', { name: 'Đỗ Minh' })).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toEqual({ tab: 'members' })
  unmount()
  await open({ member: 'u8' })
  expect(await screen.findByText('This person is no longer a member of the group.')).toBeVisible()
})

test('only owners change roles, and a member is removed after a question', async () => {
  state.group = groupOf({ myRole: 'manager' })
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Đỗ Minh' }))
  expect(await screen.findByRole('menuitem', { name: 'Remove from group' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Make manager' })).toBeNull()
  await app.user.keyboard('{Escape}')
  server.use(
    http.delete('/group/{groupId}/member/{userId}', ({ response }) => {
      state.members = [LAN]
      return response(200).json(ok({}, ['Member removed']))
    }),
  )
  await app.user.click(screen.getByRole('button', { name: 'Actions for Đỗ Minh' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Remove from group' }))
  const dialog = within(await screen.findByRole('dialog'))
  await app.user.click(dialog.getByRole('button', { name: 'Remove from group' }))
  expect(await screen.findByText(/^.+ is removed from the group$/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Đỗ Minh')).toBeNull())
})

test('a member leaves after a question; the owner cannot', async () => {
  let left = ''
  server.use(
    http.delete('/group/{groupId}/member/{userId}', ({ params, response }) => {
      left = params.userId
      return response(200).json(ok({}, ['You have left the group']))
    }),
  )
  const app = await open()
  const menu = () => screen.getByRole('button', { name: `Actions for ${CARD.name}` })
  await app.user.click(menu())
  expect(await screen.findByRole('menuitem', { name: 'Leave group' })).toHaveAccessibleDescription(
    'The owner cannot leave the group. Hand it over first.',
  )
  await app.user.keyboard('{Escape}')
  state.group = groupOf({ myRole: 'member', pendingRequests: null })
  await app.refetch('group')
  await app.user.click(menu())
  await app.user.click(await screen.findByRole('menuitem', { name: 'Leave group' }))
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave group' }))
  await waitFor(() => expect(app.path()).toBe('/my-group'))
  expect(left).toBe('01')
})

test('both values are shown of a setting that another person changed meanwhile', async () => {
  const bodies: { name?: string; description?: string; version?: number | null }[] = []
  server.use(
    http.put('/group/{groupId}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body as never)
      const theirs = { ...groupOf({ version: 5 }), name: 'Tên của họ', description: 'Mô tả của họ' }
      if (body.version === 5) return response(200).json(ok(theirs, ['Group settings saved']))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const app = await open({ tab: 'settings' })
  const name = await screen.findByRole('textbox', { name: 'Group name' })
  await app.user.clear(name)
  await app.user.type(name, 'Tên của tôi')
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('radio', { name: 'Yours: Tên của tôi' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Theirs: Mô tả của họ' })).toBeChecked()
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ name: 'Tên của tôi', description: 'Mô tả của họ', version: 5 })
})

test('settings are saved with the version that was shown', async () => {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.put('/group/{groupId}', async ({ request, response }) => {
      bodies.push((await request.json()) as never)
      return response(200).json(ok(groupOf({ version: 5, postApproval: 'firstN' }), ['Group settings saved']))
    }),
  )
  const app = await open({ tab: 'settings' })
  const name = await screen.findByRole('textbox', { name: 'Group name' })
  await app.user.clear(name)
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Enter the name of the group.')).toBeVisible()
  await app.user.type(name, 'Doanh nhân Hà Nội')
  await app.user.click(screen.getByRole('radio', { name: /^Approve only the first posts/ }))
  await app.user.click(screen.getByRole('checkbox', { name: 'Business license' }))
  await app.user.click(screen.getByRole('switch', { name: /^Sum up each month in a post/ }))
  await app.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The settings of “.+” are saved$/)).toBeVisible()
  expect(bodies).toEqual([
    expect.objectContaining({
      name: 'Doanh nhân Hà Nội',
      postApproval: 'firstN',
      firstN: 3,
      validationInfo: { requireMembershipCertificate: true, requireBusinessLicense: true },
      writesRecap: false,
      version: 4,
    }),
  ])
})

test('a group is deleted once its name is typed', async () => {
  const bodies: unknown[] = []
  server.use(
    http.delete('/group/{groupId}', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok({}, ['Deleted']))
    }),
  )
  const app = await open({ tab: 'settings' })
  await app.user.click(await screen.findByRole('button', { name: 'Delete group' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Delete “${CARD.name}”?` }))
  const typed = dialog.getByRole('textbox', { name: /^Type the name/ })
  await app.user.type(typed, 'Doanh nhân')
  await app.user.click(dialog.getByRole('button', { name: 'Delete group' }))
  expect(dialog.getByText('This is not the name of the group.')).toBeVisible()
  await app.user.clear(typed)
  await app.user.type(typed, CARD.name)
  await app.user.click(dialog.getByRole('button', { name: 'Delete group' }))
  await waitFor(() => expect(app.path()).toBe('/my-group'))
  expect(bodies).toEqual([{ confirmName: CARD.name }])
})

test('an archived group can only be read, until its owner restores it', async () => {
  state.group = groupOf({}, { archivedAt: '2026-11-01T02:00:00Z' })
  server.use(
    http.post('/group/{groupId}/restore', ({ response }) => {
      state.group = groupOf()
      return response(200).json(ok(state.group, ['Group restored']))
    }),
  )
  const app = await open()
  expect(screen.getByText('Archived since Nov 1, 2026')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Add members' })).toHaveAccessibleDescription(
    'This group can only be read. Nothing in it can be changed.',
  )
  await app.user.click(screen.getByRole('button', { name: 'Restore group' }))
  expect(await screen.findByText(/^“.+” is restored$/)).toBeVisible()
  await waitFor(() => expect(screen.queryByText('Archived since Nov 1, 2026')).toBeNull())
})
