import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { SUMMARY, serverLists } from '~/features/events/fixtures'
import { DUC, serverHasPeople } from '~/features/participants/fixtures'
import { bringBack, hide } from '~/features/participants/removal/removed'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, refused, server } from '~/test/server'
import { giveChartsRoom, serverCounts } from './fixtures'

const EVENTS = '/event-management'
const EVENT = '/participant-management/ev1'

beforeEach(() => {
  loggedInAs()
  giveChartsRoom()
  serverLists([SUMMARY])
  serverHasPeople([DUC])
})

const strip = () => screen.findByRole('region', { name: 'Figures' })
const toggle = () => screen.findByRole('button', { name: 'Figures' })

test.each([
  [EVENTS, 'Participants1,234Checked in567Received₫12,500,000Still due₫750,000', undefined],
  [EVENT, 'Received₫12,500,000Still due₫750,000', 'ev1'],
])(
  '%s shows the main figures in one line, and asks for no chart before it is opened',
  async (path, line, eventId) => {
    const asked = serverCounts()
    await renderApp(path)
    await screen.findByText('₫750,000')
    expect(await strip()).toHaveTextContent(`Figures${line}`)
    expect(asked.overview[0]).toEqual({ chartType: '7', unit: 'day', ...(eventId && { eventId }) })
    expect(asked.chart).toEqual([])
  },
)

test('a participant who is being removed from the list does not count in the strip', async () => {
  serverCounts()
  await renderApp(EVENT)
  await screen.findByText('₫750,000')
  const removal = { eventId: 'ev1', ids: new Set([DUC.id]), people: [DUC] }
  act(() => hide(removal))
  expect(await strip()).toHaveTextContent('Still due₫500,000')
  act(() => bringBack(removal))
  expect(await strip()).toHaveTextContent('Still due₫750,000')
})

test('opened above the events, it leads to their participants, and the device remembers that it is open', async () => {
  serverCounts()
  const app = await renderApp(EVENTS)
  await app.user.click(await toggle())
  expect(await screen.findByRole('table', { name: 'Registrations, Last 7 days' })).toBeInTheDocument()
  const links = within(await strip()).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/event-management',
    '/participant-management',
    '/participant-management?checkin=in',
    '/participant-management?payment=paid',
    '/participant-management?payment=unpaid',
    '/my-group',
  ])
  app.unmount()
  const again = await renderApp(EVENTS)
  expect(await toggle()).toHaveAttribute('aria-expanded', 'true')
  await again.user.click(await toggle())
  again.unmount()
  await renderApp(EVENTS)
  expect(await toggle()).toHaveAttribute('aria-expanded', 'false')
})

test('the period stands in the address beside the filters of the list, which keep it', async () => {
  const asked = serverCounts()
  const app = await renderApp(`${EVENTS}?status=open`)
  await app.user.click(await toggle())
  await app.user.click(await screen.findByRole('radio', { name: 'Last 12 months' }))
  await screen.findByRole('table', { name: 'Registrations, Last 12 months' })
  expect(app.router.state.location.search).toEqual({ status: 'open', period: 'year' })
  await app.user.click(screen.getByRole('button', { name: /^Upcoming/ }))
  await waitFor(() =>
    expect(app.router.state.location.search).toEqual({ status: 'upcoming', period: 'year' }),
  )
  expect(asked.chart.at(-1)).toEqual({ chartType: '12', unit: 'month', metric: 'participants' })
})

test("an event's figures filter its own participants, and it has no events to count", async () => {
  const asked = serverCounts()
  const app = await renderApp(`${EVENT}?metric=events`)
  await app.user.click(await toggle())
  expect(await screen.findByRole('table', { name: 'Registrations, Last 7 days' })).toBeInTheDocument()
  expect(asked.chart).toEqual([{ chartType: '7', unit: 'day', metric: 'participants', eventId: 'ev1' }])
  await app.user.click(screen.getByRole('combobox', { name: 'Figure in the chart' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Registrations',
    'Check-ins',
    'Money received',
  ])
  await app.user.click(within(await strip()).getByRole('link', { name: /^Still due/ }))
  await waitFor(() => expect(app.router.state.location.search).toMatchObject({ payment: 'unpaid' }))
  expect(app.path()).toBe(EVENT)
})

test('figures that cannot be loaded leave the list alone and can be asked again', async () => {
  server.use(
    http.get('/statistic/overview', ({ response }) =>
      response('default').json(refused(5000, ['Broken.']), { status: 500 }),
    ),
  )
  const app = await renderApp(EVENTS)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The figures could not be loaded.')
  expect(await screen.findByRole('heading', { name: SUMMARY.title })).toBeVisible()
  serverCounts()
  await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1,234')).toBeVisible()
})

test('administrators have the dashboard instead of figures above the events', async () => {
  loggedInAs({ role: 'ADMIN' })
  await renderApp(EVENTS)
  expect(await screen.findByRole('heading', { name: SUMMARY.title })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull()
})

test('a phone has it, too', async () => {
  onPhone()
  serverCounts()
  const app = await renderApp(EVENT)
  await app.user.click(await toggle())
  expect(await screen.findByText('1,234')).toBeVisible()
  expect(await screen.findByRole('table', { name: 'Registrations, Last 7 days' })).toBeInTheDocument()
})
