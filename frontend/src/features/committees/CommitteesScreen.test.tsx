import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { Committee } from './queries'

const LAN: Committee = {
  id: 'u1',
  fullName: 'Nguyễn Thị Lan',
  email: 'lan@congty.vn',
  phone: '0901234567',
  country: 'Việt Nam',
  company: 'Công ty Hoa Sen',
  role: 'COMMITTEE',
  avatar: null,
  eventLimit: -1,
  dailyMails: null,
  isActive: true,
  isEmailVerified: true,
  hasSecondFactor: true,
  version: 3,
  createdAt: '2026-11-01T02:00:00Z',
  lastSeenAt: null,
}
const BOSS: Committee = {
  ...LAN,
  id: 'u2',
  fullName: 'Trần Văn Quản',
  email: 'quan@hoi.vn',
  company: 'Hội',
  country: null,
  role: 'ADMIN',
  eventLimit: 1200,
}

let committees: Committee[]
let asked: Record<string, string>[]

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  committees = [LAN, BOSS]
  asked = []
  server.use(
    http.get('/users', ({ request, query, response }) => {
      if (query.get('limit') !== '100') asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ items: committees, total: committees.length }))
    }),
  )
})

async function open(path = '/committee-management') {
  const app = await renderApp(path)
  if (committees.length > 0) await screen.findByLabelText('Accounts')
  return app
}

async function choose(app: Awaited<ReturnType<typeof open>>, name: string, action: string) {
  await app.user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: action }))
}

test('lists accounts, with limits and administrators in words', async () => {
  await open()
  const [, lan, boss] = screen.getAllByRole('row')
  expect(lan).toHaveTextContent(
    /Lan.*Công ty Hoa Sen.*lan@congty.vn.*0901 234 567.*Unlimited.*Active.*Nov 1, 2026/,
  )
  expect(boss).toHaveTextContent(/Quản.*Administrator.*Hội.*1,200/)
})

test('filters and order stand in the address', async () => {
  const app = await open('/committee-management?state=suspended&country=Việt Nam&sort=email')
  expect(asked).toEqual([{ isActive: 'false', country: 'Việt Nam', sort: 'email', page: '1', limit: '20' }])
  await app.user.click(screen.getByRole('button', { name: 'Full name' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: 'fullName' }))
  await app.user.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ sort: 'fullName' }))
  await app.user.type(screen.getByRole('searchbox', { name: /^Search name/ }), 'lan')
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ search: 'lan', sort: 'fullName', page: '1', limit: '20' }),
  )
})

test('says that nothing was found', async () => {
  committees = []
  await open('/committee-management?search=nobody')
  expect(await screen.findByText('No account found')).toBeVisible()
})

test('creates an account, whose password is mailed', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/users', async ({ request, response }) => {
      bodies.push(await request.json())
      if (bodies.length === 1)
        return response('default').json(refused(5013, ['In use.'], { email: ['In use.'] }), { status: 409 })
      return response(200).json(ok(LAN, ['Account created.']))
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Create account' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/A password is generated and mailed/)).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Create account' })
  await app.user.click(submit)
  expect(dialog.getAllByText('Please fill this in.')).toHaveLength(4)
  expect(dialog.getByText('Enter a number from 0 to 1,000,000.')).toBeVisible()
  expect(bodies).toEqual([])

  await app.user.type(dialog.getByLabelText(/^Full name/), 'Phạm An')
  await app.user.type(dialog.getByLabelText(/^Company/), 'An Phú')
  await app.user.type(dialog.getByLabelText(/^Email/), 'an@anphu.vn')
  await app.user.type(dialog.getByLabelText(/^Phone/), '0912345678')
  await app.user.type(dialog.getByRole('textbox', { name: /^Event limit/ }), '5')
  await app.user.click(submit)
  expect(await dialog.findByText('In use.')).toBeVisible()
  expect(dialog.getByLabelText(/^Email/)).toHaveFocus()
  await app.user.click(dialog.getByRole('switch', { name: 'Event limit: Unlimited' }))
  await app.user.click(submit)
  expect(
    await screen.findByText(/^The account of .+ is created, the password is on its way to .+@/),
  ).toBeVisible()
  const body = { fullName: 'Phạm An', company: 'An Phú', email: 'an@anphu.vn', phone: '0912345678' }
  expect(bodies).toEqual([
    { ...body, country: null, eventLimit: 5 },
    { ...body, country: null, eventLimit: -1 },
  ])
})

test('changes the limits of an account', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/users/{id}', async ({ request, params, response }) => {
      bodies.push([params.id, await request.json()])
      return response(200).json(ok(LAN, ['Account saved']))
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: /^Nguyễn Thị Lan Công ty/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Account of Nguyễn Thị Lan' }))
  const limit = dialog.getByRole('textbox', { name: /^Event limit/ })
  expect(limit).toBeDisabled()
  await app.user.click(dialog.getByRole('switch', { name: 'Event limit: Unlimited' }))
  await app.user.type(limit, '12')
  await app.user.click(dialog.getByRole('switch', { name: 'Mails a day: By the age of the account' }))
  await app.user.type(dialog.getByRole('textbox', { name: /^Mails a day/ }), '500')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The account of .+ is saved$/)).toBeVisible()
  expect(bodies).toEqual([
    ['u1', expect.objectContaining({ eventLimit: 12, dailyMails: 500, email: LAN.email, version: 3 })],
  ])
})

test('shows both values of the fields that another administrator changed meanwhile', async () => {
  const bodies: { phone?: string; eventLimit?: number; version?: number | null }[] = []
  server.use(
    http.put('/users/{id}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === 7) return response(200).json(ok(LAN, ['Account saved']))
      const data = { ...LAN, phone: '0988888888', eventLimit: 3, version: 7 }
      return response('default').json({ ...refused(5008, ['Changed.']), data }, { status: 409 })
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: /^Nguyễn Thị Lan Công ty/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Account of Nguyễn Thị Lan' }))
  await app.user.clear(dialog.getByLabelText(/^Phone/))
  await app.user.type(dialog.getByLabelText(/^Phone/), '0977777777')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  const notice = within(await dialog.findByRole('alert'))
  expect(notice.getByRole('radio', { name: 'Yours: 0977777777' })).toBeChecked()
  expect(notice.getByRole('radio', { name: 'Yours: Unlimited' })).not.toBeChecked()
  await app.user.click(notice.getByRole('radio', { name: 'Theirs: 0988888888' }))
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The account of .+ is saved$/)).toBeVisible()
  expect(bodies).toMatchObject([
    { phone: '0977777777', eventLimit: -1, version: 3 },
    { phone: '0988888888', eventLimit: 3, version: 7 },
  ])
})

test('suspends after a question, and says why the last administrator stays', async () => {
  const bodies: unknown[] = []
  server.use(
    http.put('/users/{id}', async ({ request, params, response }) => {
      bodies.push([params.id, await request.json()])
      if (params.id === BOSS.id)
        return response('default').json(refused(5008, ['This is the last active administrator.']), {
          status: 409,
        })
      committees = [{ ...LAN, isActive: false }, BOSS]
      return response(200).json(ok(LAN, ['User status changed successfully!']))
    }),
  )
  const app = await open()
  await choose(app, LAN.fullName, 'Suspend account')
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  expect(bodies).toEqual([])
  await choose(app, LAN.fullName, 'Suspend account')
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Suspend account' }),
  )
  expect(await screen.findByText(/^The account of .+ is suspended$/)).toBeVisible()
  expect(await within(screen.getByRole('table')).findByText('Suspended')).toBeVisible()
  expect(bodies).toEqual([['u1', { isActive: false }]])
  await app.user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^The account of .+ is active again$/)).toBeVisible()
  expect(bodies.slice(1)).toEqual([['u1', { isActive: true }]])

  await choose(app, BOSS.fullName, 'Suspend account')
  await app.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Suspend account' }),
  )
  expect(await screen.findByText('This is the last active administrator.')).toBeVisible()
})

test('generates a password after a question', async () => {
  const calls: unknown[] = []
  server.use(
    http.post('/auth/password/generate', async ({ request, response }) => {
      calls.push(await request.json())
      return response(200).json(ok({}, ['Password mailed']))
    }),
  )
  const app = await open()
  const action = 'Generate new password'
  await choose(app, LAN.fullName, action)
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }))
  const done = `A new password of ${LAN.fullName} is on its way to ${LAN.email}`
  expect(await screen.findByText(done)).toBeVisible()
  expect(calls).toEqual([{ email: LAN.email }])
})

test("turns off another account's second factor with the administrator's password", async () => {
  const calls: unknown[] = []
  server.use(
    http.delete('/users/{id}/second-factor', async ({ params, request, response }) => {
      calls.push([params.id, await request.json()])
      if (calls.length === 1)
        return response(401).json(refused(5019, ['Not correct.'], { password: ['Not correct.'] }))
      return response(200).json(ok({}, ['Turned off']))
    }),
  )
  const app = await open()
  await choose(app, LAN.fullName, 'Turn off two-step login')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(new RegExp(LAN.fullName))).toBeVisible()
  const turnOff = dialog.getByRole('button', { name: 'Turn off two-step login' })
  await app.user.click(turnOff)
  expect(dialog.getByText('Please fill this in.')).toBeVisible()
  expect(calls).toEqual([])
  await app.user.type(dialog.getByLabelText('Your password'), 'mat-khau')
  await app.user.click(turnOff)
  expect(await dialog.findByText('Not correct.')).toBeVisible()
  await app.user.click(turnOff)
  expect(await screen.findByText(`Two-step login of ${LAN.fullName} is off`)).toBeVisible()
  expect(calls).toEqual([
    [LAN.id, { password: 'mat-khau' }],
    [LAN.id, { password: 'mat-khau' }],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['the own one, which needs a code', { ...BOSS, hasSecondFactor: true }],
  ['one that is off', { ...LAN, hasSecondFactor: false }],
])('a second factor is not turned off here: %s', async (_, account) => {
  loggedInAs({ role: 'ADMIN', id: BOSS.id })
  committees = [account]
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: `Actions for ${account.fullName}` }))
  expect(await screen.findByRole('menuitem', { name: 'Generate new password' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Turn off two-step login' })).toBeNull()
})

test('is a list of cards on a phone', async () => {
  onPhone()
  await open()
  const cards = within(screen.getByRole('list', { name: 'Accounts' })).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  expect(cards[0]).toHaveTextContent(/Lan.*Event limitUnlimited.*StatusActive/)
})
