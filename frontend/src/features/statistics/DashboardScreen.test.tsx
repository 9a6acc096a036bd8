import { screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { SUMMARY, serverLists } from '~/features/events/fixtures'
import type { Need } from '~/features/system/queries'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import { giveChartsRoom, serverCounts } from './fixtures'
import { readStatisticsSearch } from './search'

beforeEach(() => {
  loggedInAs({ role: 'ADMIN' })
  giveChartsRoom()
})

const tiles = async () => within(await screen.findByRole('list', { name: 'Totals' })).getAllByRole('link')
const table = (name: string) => screen.findByRole('table', { name })

test('the address may say anything', () => {
  expect(readStatisticsSearch({ period: 'year', metric: 'received' })).toEqual({
    period: 'year',
    metric: 'received',
  })
  expect(readStatisticsSearch({ period: 30, metric: 'money' })).toEqual({})
})

test('each figure leads to the list of its items', async () => {
  serverCounts()
  await renderApp('/dashboard')
  await screen.findByText('1,234')
  const shown = (await tiles()).map((tile) => [
    [...tile.children]
      .map((part) => part.textContent)
      .slice(0, 2)
      .join(' '),
    tile.getAttribute('href'),
  ])
  expect(shown).toEqual([
    ['All events 23', '/event-management'],
    ['Open events 12', '/event-management?status=open'],
    ['Upcoming events 7', '/event-management?status=upcoming'],
    ['Closed events 4', '/event-management?status=closed'],
    ['Canceled events 0', '/event-management?status=cancelled'],
    ['Committees 9', '/committee-management'],
    ['Participants 1,234', '/participant-management'],
    ['Checked in 567', '/participant-management?checkin=in'],
    ['Received ₫12,500,000', '/participant-management?payment=paid'],
    ['Still due ₫750,000', '/participant-management?payment=unpaid'],
    ['Groups 3', '/group-management'],
  ])
})

test('three figures are compared with the period before, and the chart shows the pressed one', async () => {
  const asked = serverCounts()
  const app = await renderApp('/dashboard')
  const growth = within(await screen.findByRole('list', { name: 'Compared with the period before' }))
  const figure = (name: RegExp) => growth.findByRole('button', { name })
  expect(await figure(/^Registrations/)).toHaveTextContent(/^Registrations340Up 40 on the period before$/)
  expect(await figure(/^Money received/)).toHaveTextContent(
    /^Money received₫2,000,000Down ₫500,000 on the period before$/,
  )
  expect(await figure(/^New events/)).toHaveTextContent(/^New events5Same as the period before$/)
  expect(growth.getAllByRole('button', { pressed: true })).toEqual([await figure(/^Registrations/)])

  await app.user.click(await figure(/^Money received/))
  expect(await table('Money received, Last 7 days')).toBeInTheDocument()
  expect(await figure(/^Money received/)).toHaveAttribute('aria-pressed', 'true')
  expect(app.router.state.location.search).toEqual({ metric: 'received' })
  expect(asked.chart.at(-1)).toEqual({ chartType: '7', unit: 'day', metric: 'received' })
})

test('the curve of new accounts is the platform’s alone', async () => {
  const asked = serverCounts()
  await renderApp('/dashboard?metric=accounts')
  expect(await table('New accounts, Last 7 days')).toBeInTheDocument()
  expect(asked.chart).toEqual([{ chartType: '7', unit: 'day', metric: 'accounts' }])
})

test('begins with seven days of registrations, and a change of period or figure stands in the address', async () => {
  const asked = serverCounts()
  const app = await renderApp('/dashboard')
  const week = await table('Registrations, Last 7 days')
  expect(within(week).getAllByRole('row')).toHaveLength(7)
  expect(within(week).getByRole('row', { name: 'Mar 7, 2026 6,000' })).toBeInTheDocument()
  expect(asked.chart).toEqual([{ chartType: '7', unit: 'day', metric: 'participants' }])
  expect(asked.overview).toEqual([{ chartType: '7', unit: 'day' }])

  await app.user.click(screen.getByRole('radio', { name: 'Last 12 months' }))
  const year = await table('Registrations, Last 12 months')
  expect(within(year).getByRole('row', { name: 'Dec 2025 11' })).toBeInTheDocument()
  expect(app.router.state.location.search).toEqual({ period: 'year' })
  expect(asked.overview.at(-1)).toEqual({ chartType: '12', unit: 'month' })

  await app.user.click(screen.getByRole('combobox', { name: 'Figure in the chart' }))
  await app.user.click(await screen.findByRole('option', { name: 'Money received' }))
  expect(await table('Money received, Last 12 months')).toHaveTextContent('₫11')
  expect(app.router.state.location.search).toEqual({ period: 'year', metric: 'received' })
})

test('the address alone brings back period and figure', async () => {
  const asked = serverCounts()
  await renderApp('/dashboard?period=year&metric=events')
  expect(await table('New events, Last 12 months')).toBeInTheDocument()
  expect(asked.chart).toEqual([{ chartType: '12', unit: 'month', metric: 'events' }])
})

const needs = async () => within(await screen.findByRole('region', { name: 'Needs you' }))

const need = (kind: Need['kind'], count: number, at: string | null, first: Need['things'][number]): Need => ({
  kind,
  count,
  at,
  thingCount: count,
  things: [first],
})

test('what waits stands first, each with number, age and the way to where it is solved', async () => {
  serverCounts()
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  server.use(
    http.get('/system/needs', ({ response }) =>
      response(200).json(
        ok([
          { kind: 'mailOutage', count: 1, at: ago(3), thingCount: 0, things: [] },
          { kind: 'deadJobs', count: 1234, at: ago(48), thingCount: 0, things: [] },
          { kind: 'dataRequests', count: 2, at: ago(-49), thingCount: 0, things: [] },
          {
            kind: 'bursts',
            count: 3,
            at: ago(1),
            thingCount: 2,
            things: [
              { id: 'e1', name: 'Hội nghị Đổi mới' },
              { id: 'e2', name: 'Đêm nhạc' },
            ],
          },
          need('searchedTooOften', 1, ago(1), { id: 'u1', name: 'Trần An' }),
          need('groupRequests', 9, ago(0), { id: 'q1', name: 'Hồ Gươm' }),
          need('ownerlessGroups', 7, null, { id: 'g1', name: 'Sao Mai' }),
          need('endingPlans', 1, ago(-73), { id: 'p1', name: 'Gói Đồng · Lan' }),
        ]),
      ),
    ),
  )
  await renderApp('/dashboard')
  const list = await needs()
  const rows = await list.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'The mail server stopped working 3 hours ago',
    '1,234 jobs were given up, the first 2 days ago',
    '2 requests about personal data are open, the first due in 2 days',
    '3 bursts of registrations from one network address, the first 1 hour agoHội nghị Đổi mớiĐêm nhạc',
    '1 account searches for people unusually often, first 1 hour agoTrần An',
    '9 accounts ask for a group, the first a few seconds agoHồ GươmShow all',
    '7 groups have no owner, because their owners’ accounts are suspendedSao MaiShow all',
    '1 plan ends within 14 days, in 3 daysGói Đồng · Lan',
  ])
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/system',
    '/system?tab=jobs',
    '/system?tab=data',
    '/participant-management/e1',
    '/participant-management/e2',
    '/committee-management?search=Tr%E1%BA%A7n+An',
    '/group-management',
    '/group-management',
    '/group-management/g1',
    '/dashboard?need=ownerlessGroups',
    '/plan/p1',
  ])
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings[0]).toHaveTextContent('Needs you')
})

test('all things of a kind are shown page by page, and the address says so', async () => {
  serverCounts()
  const groups = Array.from({ length: 25 }, (_, at) => ({ id: `g${at}`, name: `Nhóm ${at}` }))
  server.use(
    http.get('/system/needs', ({ response }) =>
      response(200).json(ok([need('ownerlessGroups', 25, null, { id: 'g0', name: 'Nhóm 0' })])),
    ),
    http.get('/system/needs/things', ({ query, response }) => {
      expect(query.get('kind')).toBe('ownerlessGroups')
      const [limit, page] = [Number(query.get('limit')), Number(query.get('page'))]
      return response(200).json(ok({ items: groups.slice(limit * (page - 1), limit * page), total: 25 }))
    }),
  )
  const app = await renderApp('/dashboard?metric=events')
  const list = await needs()
  await app.user.click(await list.findByRole('link', { name: 'Show all' }))
  expect(await list.findByRole('link', { name: 'Nhóm 19' })).toHaveAttribute('href', '/group-management/g19')
  expect(app.router.state.location.search).toEqual({ metric: 'events', need: 'ownerlessGroups' })
  await app.user.click(list.getByRole('button', { name: 'Page 2' }))
  expect(await list.findByRole('link', { name: 'Nhóm 24' })).toBeVisible()
  expect(list.queryByRole('link', { name: 'Nhóm 0' })).toBeNull()
  expect(app.router.state.location.search).toEqual({ metric: 'events', need: 'ownerlessGroups', page: 2 })
  await app.user.click(list.getByRole('link', { name: 'Show fewer' }))
  expect(await list.findByRole('link', { name: 'Nhóm 0' })).toBeVisible()
  expect(app.router.state.location.search).toEqual({ metric: 'events' })
})

test('a list that cannot be loaded can be asked again, and an empty one says that nothing waits', async () => {
  serverCounts()
  server.use(
    http.get(
      '/system/needs',
      ({ response }) => response('default').json(refused(5000, ['No list.']), { status: 500 }),
      { once: true },
    ),
  )
  const app = await renderApp('/dashboard')
  const list = await needs()
  expect(await list.findByText('No list.')).toBeVisible()
  await app.user.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('Nothing waits for you.')).toBeVisible()
})

test('an empty platform has zeros and a calm word instead of a chart', async () => {
  await renderApp('/dashboard')
  expect(await screen.findByText('No figures yet')).toBeVisible()
  await waitFor(async () => expect((await tiles())[0]).toHaveTextContent(/^All events0$/))
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('figures and chart that cannot be loaded can be asked again', async () => {
  server.use(
    http.get('/statistic/overview', ({ response }) =>
      response('default').json(refused(5000, ['No totals.']), { status: 500 }),
    ),
    http.get('/statistic/chart', ({ response }) =>
      response('default').json(refused(5000, ['No chart.']), { status: 500 }),
    ),
  )
  const app = await renderApp('/dashboard')
  const retry = async (words: string) => {
    const alert = (await screen.findByText(words)).closest<HTMLElement>('[role=alert]')
    if (alert) await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
  }
  await screen.findByText('No chart.')
  serverCounts()
  await retry('No totals.')
  expect(await screen.findByText('1,234')).toBeVisible()
  await retry('No chart.')
  expect(await table('Registrations, Last 7 days')).toBeInTheDocument()
})

test('exports everything, with the contents beside the button and the progress below', async () => {
  serverCounts()
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:all', revokeObjectURL: () => undefined }) // jsdom has none
  server.use(
    http.get('/statistic/export', async ({ response }) => {
      await delay(500)
      return response.untyped(
        new HttpResponse('XLSX', {
          headers: { 'Content-Disposition': "attachment; filename*=UTF-8''d%E1%BB%AF%20li%E1%BB%87u.xlsx" },
        }),
      )
    }),
  )
  const app = await renderApp('/dashboard')
  expect(await screen.findByText(/One Excel file with accounts, events/)).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: 'Export all data' }))
  expect(await screen.findByRole('progressbar', { name: 'Export all data' })).toBeInTheDocument()
  expect(await screen.findByText('All data was exported.')).toBeVisible()
  expect(names).toEqual(['dữ liệu.xlsx'])
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Export all data' })).toBeNull())
})

test('a choice of an event keeps the filter with which a figure led to it', async () => {
  serverLists([SUMMARY])
  await renderApp('/participant-management?payment=unpaid')
  expect(await screen.findByRole('link', { name: SUMMARY.title })).toHaveAttribute(
    'href',
    `/participant-management/${SUMMARY.id}?payment=unpaid`,
  )
})
