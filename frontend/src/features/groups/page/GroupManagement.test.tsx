import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { stubCanvas } from '~/test/canvas'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import { CARD, groupOf, LAN, MINH } from '../fixtures'
import type { Group, GroupRow } from '../queries'

const ROW: GroupRow = {
  id: CARD.id,
  name: CARD.name,
  avatar: CARD.avatar,
  foundedDate: CARD.foundedDate,
  ownerId: '01',
  ownerName: LAN.fullName,
  memberCount: 12,
  isListed: true,
  archivedAt: null,
  createdAt: '2026-10-01T02:00:00Z',
}

let rows: GroupRow[]
let group: Group

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  rows = [ROW, { ...ROW, id: 'g2', name: 'Cà phê', archivedAt: '2026-11-01T02:00:00Z' }]
  group = groupOf({ myRole: null })
  server.use(
    http.get('/group', ({ response }) => response(200).json(ok({ items: rows, total: rows.length }))),
    http.get('/group-requests', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
    http.get('/group/{groupId}', ({ response }) => response(200).json(ok(group))),
    http.get('/group/{groupId}/member', ({ response }) =>
      response(200).json(ok({ items: [LAN, MINH], total: 2 })),
    ),
  )
})

/** Answers every upload with one address. */
const serverStoresFiles = () =>
  server.use(
    http.post('/upload', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ id: 'photo1', url: CARD.avatar }), { status: 200 })),
    ),
  )

const choosePhoto = (app: Awaited<ReturnType<typeof renderApp>>) =>
  app.user.upload(screen.getByLabelText(/^Group photo/), new File(['x'], 'photo.png', { type: 'image/png' }))

test('lists the groups with their state, and opens one', async () => {
  const app = await renderApp('/group-management')
  const table = within(await screen.findByRole('table', { name: 'Groups' }))
  const [, first, second] = table.getAllByRole('row')
  expect(first).toHaveTextContent(/Doanh nhân Trẻ Hà NộiNguyễn Thị Lan12Mar 26, 2015ActiveOct 1, 2026/)
  expect(second).toHaveTextContent(/Cà phê.*Archived/)
  await app.user.click(table.getByRole('button', { name: 'Group name' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ sort: 'name' }))
  await app.user.click(table.getByText(CARD.name))
  expect(await screen.findByRole('heading', { level: 1, name: CARD.name })).toBeVisible()
  expect(app.path()).toBe('/group-management/g1')
})

test('shows a group with its members, and hands it over', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/group/{groupId}/transfer', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(group, ['The group has a new owner']))
    }),
  )
  const app = await renderApp('/group-management/g1')
  expect(await screen.findByText('12 / 20')).toBeVisible()
  expect(await screen.findByText('minh@congty.vn')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: `Actions for ${CARD.name}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Hand over group' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over group' }))
  await app.user.click(dialog.getByRole('button', { name: 'Hand over group' }))
  expect(dialog.getByText('Choose the new owner.')).toBeVisible()
  await app.user.click(dialog.getByRole('combobox', { name: /^New owner/ }))
  await app.user.click(await screen.findByRole('option', { name: /^Đỗ Minh/ }))
  expect(screen.queryByRole('option', { name: /^Nguyễn Thị Lan/ })).toBeNull()
  await app.user.click(dialog.getByRole('button', { name: 'Hand over group' }))
  expect(await screen.findByText(/^“.+” has a new owner$/)).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u2' }])
})

test('archives a group after a question', async () => {
  server.use(
    http.post('/group/{groupId}/archive', ({ response }) => {
      group = groupOf({ myRole: null }, { archivedAt: '2026-11-20T02:00:00Z' })
      return response(200).json(ok(group, ['Group archived.']))
    }),
  )
  const app = await renderApp('/group-management/g1')
  await app.user.click(await screen.findByRole('button', { name: `Actions for ${CARD.name}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Archive group' }))
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Archive group' }),
  )
  expect(await screen.findByText('Archived since Nov 20, 2026')).toBeVisible()
})

test('the log names actors and actions', async () => {
  const entry = { actorId: '01', actorName: 'Lan', subjectId: 'u2', subjectName: 'Đỗ Minh' }
  const at = { createdAt: '2026-11-20T02:00:00Z' }
  server.use(
    http.get('/group/{groupId}/log', ({ response }) =>
      response(200).json(
        ok({
          items: [
            { ...entry, ...at, id: '1', action: 'member.roleChanged', data: { role: 'manager' } as never },
            {
              ...entry,
              ...at,
              id: '2',
              action: 'joinRequest.rejected',
              data: { reason: 'Thiếu giấy tờ' } as never,
            },
            {
              ...entry,
              ...at,
              id: '3',
              action: 'group.updated',
              data: { fields: ['name', 'requireBusinessLicense'] } as never,
            },
          ],
          nextCursor: null,
        }),
      ),
    ),
  )
  const app = await renderApp('/group-management/g1')
  await app.user.click(await screen.findByRole('button', { name: 'Group log' }))
  const log = within(await screen.findByRole('dialog', { name: 'Group log' }))
  for (const words of [
    'Changed the role of Đỗ Minh: Manager',
    'Rejected the request of Đỗ Minh: Thiếu giấy tờ',
    'Changed the settings: Group name, Documents to send when asking to join',
  ])
    expect(await log.findByText(words)).toBeVisible()
})

test('an administrator creates a group for an organiser', async () => {
  const bodies: unknown[] = []
  serverStoresFiles()
  server.use(
    http.get('/users', ({ response }) => {
      const lan = { id: 'u1', fullName: 'Lê Lan', email: 'lan@sen.vn' }
      return response.untyped(HttpResponse.json(ok({ items: [lan], total: 1 })))
    }),
    http.post('/group', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(group, ['Group created']))
    }),
  )
  const app = await renderApp('/group-management/add-new')
  const submit = await screen.findByRole('button', { name: 'Create group' })
  await app.user.click(submit)
  for (const words of ['Choose the owner of the group.', 'Enter the name of the group.'])
    expect(screen.getByText(words)).toBeVisible()
  await app.user.click(screen.getByRole('combobox', { name: /^Organizer who/ }))
  await app.user.click(await screen.findByRole('option', { name: 'Lê Lan · lan@sen.vn' }))
  await choosePhoto(app)
  await app.user.type(screen.getByRole('textbox', { name: 'Group name' }), 'Hội quán')
  await app.user.click(screen.getByRole('checkbox', { name: 'Membership certificate' }))
  await app.user.click(submit)
  expect(await screen.findByText('The group “Hội quán” is created')).toBeVisible()
  await waitFor(() => expect(app.path()).toBe('/group-management/g1'))
  expect(bodies).toEqual([
    expect.objectContaining({
      ownerId: 'u1',
      name: 'Hội quán',
      avatar: CARD.avatar,
      joinPolicy: 'request',
      validationInfo: { requireMembershipCertificate: true, requireBusinessLicense: false },
    }),
  ])
})

test('a group without a chosen picture gets the initials of its name, drawn while it is typed', async () => {
  const bodies: unknown[] = []
  const fillText = stubCanvas()
  serverStoresFiles()
  server.use(
    http.get('/users', ({ response }) => {
      const lan = { id: 'u1', fullName: 'Lê Lan', email: 'lan@sen.vn' }
      return response.untyped(HttpResponse.json(ok({ items: [lan], total: 1 })))
    }),
    http.post('/group', async ({ request, response }) => {
      bodies.push(await request.json())
      return response(200).json(ok(group, ['Group created']))
    }),
  )
  const app = await renderApp('/group-management/add-new')
  await app.user.click(await screen.findByRole('combobox', { name: /^Organizer who/ }))
  await app.user.click(await screen.findByRole('option', { name: 'Lê Lan · lan@sen.vn' }))
  await app.user.type(screen.getByRole('textbox', { name: 'Group name' }), 'Hội quán')
  expect(screen.getByText('HQ')).toBeVisible()
  await choosePhoto(app)
  await waitFor(() => expect(screen.queryByText('HQ')).toBeNull())
  await app.user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(screen.getByText('HQ')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Create group' }))
  await waitFor(() => expect(bodies).toMatchObject([{ name: 'Hội quán', avatar: CARD.avatar }]))
  expect(fillText.mock.calls.map(([text]) => text)).toEqual(['HQ'])
})

test.each([
  [1, false],
  [2, true],
])('an organiser with a plan for two groups and %s of them', async (groupsUsed, isUsedUp) => {
  loggedInAs()
  server.use(
    http.get('/users/me', ({ response }) =>
      response(200).json(ok({ ...ME, planSummary: { ...ME.planSummary, groupLimit: 2, groupsUsed } })),
    ),
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/group/request/mine', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
  )
  const app = await renderApp('/my-group')
  expect(await screen.findByText(`${groupsUsed} of 2 groups of your plan used`)).toBeVisible()
  const atLimit = 'Quantities are limited, please buy more'
  const name = 'Create group'
  if (isUsedUp) expect(screen.getByRole('button', { name: 'Ask for a group' })).toBeVisible()
  else await app.user.click(screen.getByRole('link', { name }))
  await app.router.navigate({ to: '/group-management/add-new' })
  if (isUsedUp) {
    expect(await screen.findByText(atLimit)).toBeVisible()
    expect(screen.queryByRole('button', { name })).toBeNull()
  } else expect(await screen.findByRole('button', { name })).toBeVisible()
})

test('a limit that was reached meanwhile is told in the words of the server', async () => {
  loggedInAs()
  serverStoresFiles()
  server.use(
    http.post('/group', ({ response }) =>
      response('default').json(refused(5003, ['Please buy more to create another one.']), { status: 409 }),
    ),
    http.get('/users/me', ({ response }) =>
      response(200).json(ok({ ...ME, planSummary: { ...ME.planSummary, groupLimit: 2 } })),
    ),
  )
  const app = await renderApp('/group-management/add-new')
  await choosePhoto(app)
  await app.user.type(await screen.findByRole('textbox', { name: 'Group name' }), 'Hội quán')
  await app.user.click(screen.getByRole('button', { name: 'Create group' }))
  expect(await screen.findByText('Please buy more to create another one.')).toBeVisible()
  expect(app.path()).toBe('/group-management/add-new')
})

test('the groups are a list of cards on a phone', async () => {
  onPhone()
  await renderApp('/group-management')
  const cards = within(await screen.findByRole('list', { name: 'Groups' })).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
})
