import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { GOLD, SILVER, serverHasPlan } from './fixtures'
import type { Plan } from './queries'

let plans: Plan[]
let asked: Record<string, string>[]

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  plans = [GOLD, SILVER]
  asked = []
  server.use(
    http.get('/plan', ({ request, response }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return response(200).json(ok({ items: plans, total: plans.length }))
    }),
  )
})

async function open(path = '/plan-management') {
  const app = await renderApp(path)
  if (plans.length > 0) await screen.findByLabelText('Plans')
  return app
}

test('lists plans with price, sold packages, dates and state, and opens one', async () => {
  const app = await open()
  const [, gold, silver] = screen.getAllByRole('row')
  expect(gold).toHaveTextContent(/Gói Vàng₫1,500,00012 \/ 50Nov 1, 2026 – Dec 31, 20266 monthsActive/)
  expect(silver).toHaveTextContent(/Gói Bạc.*0 \/ Unlimited.*Not started/)
  expect(screen.getByRole('progressbar', { name: '12 / 50' })).toHaveAttribute('aria-valuenow', '24')
  serverHasPlan({ plan: GOLD, users: [] })
  await app.user.click(screen.getByRole('button', { name: 'Gói Vàng' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Gói Vàng' })).toBeVisible()
  expect(app.path()).toBe('/plan/p1')
})

test('search and status stand in the address', async () => {
  const app = await open('/plan-management?status=expired')
  expect(asked).toEqual([{ status: 'expired', page: '1', limit: '20' }])
  await app.user.type(screen.getByRole('searchbox', { name: 'Search by name' }), 'vàng')
  await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'vàng', status: 'expired' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'vàng', status: 'expired' }))
})

test('tells an empty list from one without a match', async () => {
  plans = []
  const app = await open()
  expect(await screen.findByText('No plans yet')).toBeVisible()
  app.unmount()
  await open('/plan-management?status=active')
  expect(await screen.findByText('No plan found')).toBeVisible()
})

test('creates a plan', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post('/plan', async ({ request, response }) => {
      bodies.push(await request.json())
      if (bodies.length === 1) {
        const fields = { 'eventItem.numberOfEvents': ['Too many.'] }
        return response('default').json(refused(5002, ['Too many.'], fields), { status: 400 })
      }
      return response(200).json(ok(GOLD, ['Plan created']))
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Create plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create plan' }))
  const submit = dialog.getByRole('button', { name: 'Create plan' })
  await app.user.click(submit)
  expect(dialog.getAllByText('Please fill this in.')).toHaveLength(3)
  expect(dialog.getAllByText('Enter a number from 0 to 1,000,000.')).toHaveLength(4)
  expect(bodies).toEqual([])

  const field = (label: RegExp) => dialog.getByLabelText(label, { selector: 'input:not([type=checkbox])' })
  const type = async (label: RegExp, text: string) => {
    await app.user.click(field(label))
    await app.user.paste(text)
  }
  await type(/^Plan name/, 'Gói Đồng')
  await type(/^Price \*$/, '250000')
  await type(/^Start date/, '12/01/2026')
  await type(/^Expiration date/, '11/30/2026')
  await type(/^Number of packages/, '5')
  await type(/^Number of events/, '3')
  await app.user.click(dialog.getByLabelText('Participants per event: Unlimited'))
  await app.user.click(dialog.getByLabelText('Users per group: Unlimited'))
  await app.user.click(submit)
  expect(dialog.getByText('The last day cannot be before the first.')).toBeVisible()
  await app.user.clear(field(/^Expiration date/))
  await type(/^Expiration date/, '12/31/2026')
  await app.user.click(submit)
  expect(await dialog.findByText('Too many.')).toBeVisible()
  await app.user.click(submit)
  expect(await screen.findByText(/^The plan “.+” is created$/)).toBeVisible()
  expect(bodies.at(-1)).toEqual({
    baseName: 'Gói Đồng',
    price: 250_000,
    startDate: '2026-12-01',
    expirationDate: '2026-12-31',
    duration: 12,
    numberOfPackages: 5,
    eventItem: { numberOfEvents: 3, attendeesPerEvent: -1, price: 0 },
    groupItem: { numberOfGroups: 0, usersPerGroup: -1, hasReport: false, price: 0 },
  })
})

test('a price that another administrator raised meanwhile is not put back', async () => {
  const bodies: { baseName?: string; price?: number; version?: number | null }[] = []
  server.use(
    http.put('/plan/{planId}', async ({ request, response }) => {
      const body = await request.json()
      bodies.push(body)
      if (body.version === 5) return response(200).json(ok(GOLD, ['Plan saved']))
      const data = { ...GOLD, price: 2_000_000, version: 5 }
      return response('default').json({ ...refused(5008, ['Changed.']), data }, { status: 409 })
    }),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Actions for Gói Vàng' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Gói Vàng”' }))
  await app.user.type(dialog.getByLabelText(/^Plan name/), ' 2027')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  const notice = within(await dialog.findByRole('alert'))
  expect(notice.getByRole('radio', { name: 'Theirs: ₫2,000,000' })).toBeChecked()
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^The plan “.+” is saved$/)).toBeVisible()
  expect(bodies).toMatchObject([
    { baseName: 'Gói Vàng 2027', price: 1_500_000, version: 4 },
    { baseName: 'Gói Vàng 2027', price: 2_000_000, version: 5 },
  ])
})

test('a plan cannot have fewer packages than are sold', async () => {
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Actions for Gói Vàng' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “Gói Vàng”' }))
  const packages = dialog.getByRole('textbox', { name: /^Number of packages/ })
  await app.user.clear(packages)
  await app.user.type(packages, '11')
  await app.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('12 packages are sold already.')).toBeVisible()
  expect(packages).toHaveFocus()
})

test('a sold plan says why it cannot be deleted; the server has the last word', async () => {
  server.use(
    http.delete('/plan/{planId}', ({ response }) =>
      response('default').json(refused(5008, ['1 account has this plan.']), { status: 409 }),
    ),
  )
  const app = await open()
  await app.user.click(screen.getByRole('button', { name: 'Actions for Gói Vàng' }))
  const item = await screen.findByRole('menuitem', { name: 'Delete plan' })
  expect(item).toHaveAccessibleDescription('12 accounts have this plan. Remove it from them first.')
  await app.user.click(item)
  expect(screen.queryByRole('dialog')).toBeNull()
  await app.user.keyboard('{Escape}')

  await app.user.click(screen.getByRole('button', { name: 'Actions for Gói Bạc' }))
  await app.user.click(await screen.findByRole('menuitem', { name: 'Delete plan' }))
  plans = [GOLD, { ...SILVER, soldPackages: 1 }]
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete plan' }))
  expect(await screen.findByText('1 account has this plan.')).toBeVisible()
  expect(await screen.findByText('1 / Unlimited')).toBeVisible()
})

test('is a list of cards on a phone', async () => {
  onPhone()
  await open()
  const cards = within(screen.getByRole('list', { name: 'Plans' })).getAllByRole('listitem')
  expect(cards).toHaveLength(2)
  expect(cards[0]).toHaveTextContent(/Gói Vàng.*Sold packages12 \/ 50.*StatusActive/)
})
