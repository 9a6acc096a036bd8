import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '~/api/schema'
import { session } from '~/lib/session'
import { keepTypedAt } from '~/lib/typed'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { GOLD, HOA, SILVER, serverHasPlan } from './fixtures'
import type { Plan, PlanUser } from './queries'

const MINH: components['schemas']['Account'] = {
  id: 'u2',
  fullName: 'Đỗ Minh',
  email: 'minh@congty.vn',
  phone: '0901234567',
  country: null,
  company: 'Minh Long',
  role: 'COMMITTEE',
  avatar: null,
  eventLimit: 0,
  dailyMails: null,
  isActive: true,
  isEmailVerified: true,
  hasSecondFactor: false,
  version: 1,
  createdAt: '2026-11-01T02:00:00Z',
  lastSeenAt: null,
}

let state: { plan: Plan; users: PlanUser[] }

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  state = { plan: GOLD, users: [HOA] }
  serverHasPlan(state)
  server.use(
    http.get('/users', ({ query, response }) => {
      const isFound = 'đỗ minh'.includes(query.get('search') ?? '')
      const own = { ...MINH, id: HOA.userId, fullName: HOA.fullName, email: HOA.email }
      return response(200).json(ok({ items: isFound ? [own, MINH] : [], total: isFound ? 2 : 0 }))
    }),
  )
})

async function open() {
  const app = await renderApp('/plan/p1')
  await screen.findByRole('heading', { level: 1, name: state.plan.baseName })
  return app
}

test("shows the plan and each account's usage of it", async () => {
  await open()
  const facts = screen.getByText('Number of events').closest('dl')
  expect(facts).toHaveTextContent(
    /Sold packages12 \/ 50Price₫1,500,000On saleNov 1, 2026 – Dec 31, 2026Duration6 months/,
  )
  expect(facts).toHaveTextContent(/Number of events10Participants per event300Price of events₫1,000,000/)
  expect(facts).toHaveTextContent(/Number of groups2Users per groupUnlimitedReporting featureYes/)
  const [, row] = within(await screen.findByRole('table')).getAllByRole('row')
  expect(row).toHaveTextContent(
    /Lê Thị Hoa.*hoa@congty.vn10 · participants: 3002 · members: UnlimitedYesNov 5, 2026 – May 5, 2027Active/,
  )
})

test('adds organisers, at least one', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/plan/{planId}/users', async ({ request, response }) => {
      bodies.push(await request.json())
      if (bodies.length === 1)
        return response('default').json(refused(5003, ['0 of 50 packages are left.']), { status: 409 })
      state.users = [{ ...HOA, id: 'pp2', userId: MINH.id, fullName: MINH.fullName }, HOA]
      return response(200).json(ok(state.users, ['Plan added']))
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Add users' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add users to “Gói Vàng”' }))
  expect(dialog.getByText(/38 packages are left\./)).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Add users' })
  await app.user.click(submit)
  expect(dialog.getByText('Please select at least 1 committee')).toBeVisible()
  expect(bodies).toEqual([])

  const search = dialog.getByRole('combobox', { name: /^Committees/ })
  await app.user.type(search, 'minh')
  expect(
    await screen.findByRole('option', { name: 'Lê Thị Hoa · hoa@congty.vn (has this plan)' }),
  ).toHaveAttribute('data-combobox-disabled')
  await app.user.click(await screen.findByRole('option', { name: 'Đỗ Minh · minh@congty.vn' }))
  await app.user.click(submit)
  expect(await screen.findByText('0 of 50 packages are left.')).toBeVisible()
  await app.user.click(submit)
  expect(await screen.findByText('1 account has the plan “Gói Vàng” now')).toBeVisible()
  expect(await within(screen.getByRole('table')).findByText('Đỗ Minh')).toBeVisible()
  expect(bodies).toEqual([{ userIds: ['u2'] }, { userIds: ['u2'] }])
})

test.each([
  [{ soldPackages: 50 }, 'All 50 packages are sold. Raise the number of packages to add more users.'],
  [
    { status: 'expired' as const },
    'The sale of this plan is over. Move its expiration date to add more users.',
  ],
])('with %j no user can be added, and the button says why', async (change, reason) => {
  state.plan = { ...GOLD, ...change }
  const app = await open()
  const add = screen.getByRole('button', { name: 'Add users' })
  expect(add).toHaveAccessibleDescription(reason)
  await app.user.click(add)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('edits the plan usage of one account', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/plan/{planId}/users/{userId}', async ({ params, request, response }) => {
      bodies.push([params, await request.json()])
      return response(200).json(ok(HOA, ['Plan usage saved']))
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Lê Thị Hoa' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit plan usage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan usage of Lê Thị Hoa' }))
  const events = dialog.getByRole('textbox', { name: /^Event limit/ })
  await app.user.clear(events)
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Enter a number from 0 to 1,000,000.')).toBeVisible()
  await app.user.type(events, '25')
  await app.user.click(dialog.getByRole('switch', { name: 'Group limit: Unlimited' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The plan of .+ is saved$/)).toBeVisible()
  expect(bodies).toEqual([
    [
      { planId: 'p1', userId: 'u1' },
      {
        startDate: '2026-11-05',
        expirationDate: '2027-05-05',
        eventLimit: 25,
        maxAttendeesPerEvent: 300,
        groupLimit: -1,
        maxMembersPerGroup: -1,
        hasReport: true,
        version: 2,
      },
    ],
  ])
})

test('kept input over a newer version is compared with that version first', async () => {
  // Typed while the account had 7 events; another administrator has set 10 since.
  const place = `${window.location.pathname} usage ${HOA.userId}`
  keepTypedAt(session().profile?.id ?? '', place, { eventLimit: 25 }, { eventLimit: 7 })
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Lê Thị Hoa' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit plan usage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan usage of Lê Thị Hoa' }))
  const events = within(await dialog.findByRole('radiogroup', { name: 'Event limit' }))
  expect(events.getByRole('radio', { name: 'Yours: 25' })).toBeChecked()
  await app.user.click(events.getByRole('radio', { name: 'Theirs: 10' }))
  expect(dialog.getByRole('textbox', { name: /^Event limit/ })).toHaveValue('10')
})

test('shows the values that another administrator saved meanwhile, and keeps typed text', async () => {
  const bodies: { eventLimit?: number; groupLimit?: number; hasReport?: boolean; version?: number | null }[] =
    []
  const theirs: PlanUser = { ...HOA, eventLimit: 3, groupLimit: 9, version: 5 }
  server.use(
    http.put('/plan/{planId}/users/{userId}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === theirs.version) return response(200).json(ok(HOA, ['Plan usage saved']))
      const refusal = { ...refused(5008, ['Another person has changed this.']), data: { ...theirs } }
      return response('default').json(refusal, { status: 409 })
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Lê Thị Hoa' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit plan usage' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan usage of Lê Thị Hoa' }))
  const field = (name: RegExp) => dialog.getByRole('textbox', { name })
  await app.user.clear(field(/^Event limit/))
  await app.user.type(field(/^Event limit/), '25')
  await app.user.click(dialog.getByRole('switch', { name: /^Reporting feature/ }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))

  const notice = await dialog.findByRole('alert')
  expect(notice).toHaveFocus()
  const events = within(within(notice).getByRole('radiogroup', { name: 'Event limit' }))
  expect(events.getByRole('radio', { name: 'Theirs: 3' })).not.toBeChecked()
  expect(events.getByRole('radio', { name: 'Yours: 25' })).toBeChecked()
  // A field that was not touched takes the stored value, so that saving does not undo it.
  const groups = within(within(notice).getByRole('radiogroup', { name: 'Group limit' }))
  expect(groups.getByRole('radio', { name: 'Theirs: 9' })).toBeChecked()
  expect(field(/^Group limit/)).toHaveValue('9')
  // Fields that only this user changed need no choice.
  expect(within(notice).getAllByRole('radiogroup')).toHaveLength(2)
  expect(field(/^Event limit/)).toHaveValue('25')

  await app.user.click(events.getByRole('radio', { name: 'Theirs: 3' }))
  expect(field(/^Event limit/)).toHaveValue('3')
  await app.user.click(events.getByRole('radio', { name: 'Yours: 25' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The plan of .+ is saved$/)).toBeVisible()
  expect(bodies).toMatchObject([
    { eventLimit: 25, groupLimit: 2, hasReport: false, version: 2 },
    { eventLimit: 25, groupLimit: 9, hasReport: false, version: 5 },
  ])
})

test('removes the plan from an account after a question', async () => {
  server.use(
    http.delete('/plan/{planId}/users/{userId}', ({ response }) => {
      state.users = []
      return response(200).json(ok({}, ['Plan removed']))
    }),
  )
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Actions for Lê Thị Hoa' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Remove from plan' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Lê Thị Hoa can no longer use “Gói Vàng”/)).toBeVisible()
  await app.user.click(dialog.getByRole('button', { name: 'Remove from plan' }))
  expect(await screen.findByText(/^.+ no longer has the plan “Gói Vàng”$/)).toBeVisible()
  expect(await screen.findByText('Nobody has this plan yet')).toBeVisible()
})

test('a deleted plan leads back to the list', async () => {
  state.plan = SILVER
  state.users = []
  server.use(
    http.delete('/plan/{planId}', ({ response }) => response(200).json(ok({}, ['Deleted']))),
    http.get('/plan', ({ response }) => response(200).json(ok({ items: [], total: 0 }))),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Actions for Gói Bạc' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Delete plan' }))
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete plan' }))
  expect(await screen.findByText('No plans yet')).toBeVisible()
  expect(app.path()).toBe('/plan-management')
})

test('a plan that does not exist says so', async () => {
  server.use(
    http.get('/plan/{planId}', ({ response }) =>
      response('default').json(refused(5005, ["This plan doesn't exist"]), { status: 404 }),
    ),
  )
  await renderApp('/plan/p9')
  expect(await screen.findByText("This plan doesn't exist")).toBeVisible()
  expect(screen.getByRole('link', { name: 'All plans' })).toHaveAttribute('href', '/plan-management')
})

test('the accounts are a list of cards on a phone', async () => {
  onPhone()
  await open()
  const cards = within(await screen.findByRole('list', { name: 'Accounts with this plan' }))
  expect(cards.getByRole('listitem')).toHaveTextContent(/Lê Thị Hoa.*ValidNov 5, 2026 – May 5, 2027/)
})
