import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { EVENT, NO_MONEY, SUMMARY, serverLists, serverShowsHome, TODO } from '~/features/events/fixtures'
import type { Event } from '~/features/events/queries'
import { DUC, HOA } from '~/features/participants/fixtures'
import { giveChartsRoom, OVERVIEW, serverCounts } from '~/features/statistics/fixtures'
import { chooseLanguage } from '~/lib/language'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'
import type { EventTodo } from './queries'

const HOME = `/event-management/${EVENT.id}`
const GUESTS = `/participant-management/${EVENT.id}`

/** Within the evening, and long before it. */
const TONIGHT = { eventStartDate: new Date(Date.now() + 3_600_000).toISOString() }
const AHEAD = { eventStartDate: new Date(Date.now() + 30 * 86_400_000).toISOString() }
const AFTER = { isOver: true, status: 'closed' } as const

interface World {
  event?: Partial<Event>
  todo?: Partial<EventTodo>
}

function serverHas({ event = {}, todo = { unpaid: 31 } }: World = {}) {
  serverShowsHome()
  server.use(
    http.get('/event/{eventId}', ({ response }) => response(200).json(ok({ ...EVENT, ...AHEAD, ...event }))),
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [DUC], total: 1, checkedIn: 1 })),
    ),
    http.get('/event/{eventId}/todo', ({ response }) => response(200).json(ok({ ...TODO, ...todo }))),
  )
}

beforeEach(() => {
  loggedInAs()
  giveChartsRoom()
})

const linksOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('shows the event, its figures, its classes and the latest arrivals', async () => {
  serverHas()
  serverCounts({ ...OVERVIEW, participants: 142, checkedIn: 56, visits: 1204 })
  await renderApp(HOME)
  expect(await screen.findByRole('heading', { level: 1, name: EVENT.title })).toBeVisible()
  expect(document.title).toBe(`Overview · ${EVENT.title} · Hội`)
  expect(screen.getByRole('link', { name: /\/e\/dem-nhac/ })).toHaveAttribute(
    'href',
    `${location.origin}/e/dem-nhac`,
  )
  const figures = await screen.findByRole('list', { name: 'Totals' })
  await waitFor(() => expect(figures).toHaveTextContent('142 of 200'))
  expect(figures).toHaveTextContent('₫12,500,000 of ₫13,250,000')
  expect(figures).toHaveTextContent('56 of 142')
  expect(figures).toHaveTextContent('Page visits1,204')
  expect(linksOf(figures).map(([, href]) => href)).toEqual([
    `${GUESTS}`,
    `${GUESTS}?payment=unpaid`,
    `${GUESTS}?checkin=in`,
    `${HOME}?metric=visits`,
  ])
  expect(screen.getByRole('region', { name: 'By ticket class' })).toHaveTextContent('VIP12 of 50')
  expect(await screen.findByText(DUC.fullName)).toBeVisible()
  expect(await screen.findByRole('table', { name: 'Registrations, Last 7 days' })).toBeInTheDocument()
})

test('an erased participant is named as on the list of participants', async () => {
  serverHas()
  const erased = { fullName: '—', email: '', erasedAt: '2026-11-21T02:00:00Z' }
  server.use(
    http.get('/event/{eventId}/attendances', ({ response }) =>
      response(200).json(ok({ items: [{ ...DUC, ...erased }], total: 1, checkedIn: 1 })),
    ),
  )
  serverCounts()
  await renderApp(HOME)
  const arrived = within(await screen.findByRole('region', { name: 'Just arrived' }))
  expect(await arrived.findByText(/^Data erased/)).toBeVisible()
  expect(arrived.queryByText(/^—/)).toBeNull()
})

test('lists the tasks, each with its link', async () => {
  serverHas()
  serverCounts()
  await renderApp(HOME)
  await screen.findByText('Remind 31 people who have not paid')
  const todos = screen.getByRole('region', { name: 'To do' })
  await within(todos).findByText('Pair a device for the door')
  expect(linksOf(todos)).toEqual([
    ['Remind 31 people who have not paid', `${GUESTS}/messages?message=new&start=payment`],
    ['Pair a device for the door', `${GUESTS}/door`],
    ['Add a cover picture', `/event-management/edit/${EVENT.id}`],
  ])
})

test('the address of a letter opens no dialog before it is known that there is one', async () => {
  serverHas()
  serverCounts()
  let isAsked = false
  let answer = () => {}
  server.use(
    http.get('/event/{eventId}/letter', async ({ response }) => {
      isAsked = true
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return response(200).json(ok({ letter: null }))
    }),
  )
  const app = await renderApp(`${HOME}?letter=true`)
  await waitFor(() => expect(isAsked).toBe(true))
  await screen.findByText('Pair a device for the door')
  expect(screen.queryByRole('dialog')).toBeNull()
  answer()
  await waitFor(() => expect(app.router.state.location.search).not.toHaveProperty('letter'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('transfers that wait are a task', async () => {
  serverHas({ todo: { transfers: 4 } })
  serverCounts()
  await renderApp(HOME)
  expect(await screen.findByRole('link', { name: 'Decide on 4 transfers that are waiting' })).toHaveAttribute(
    'href',
    `/event-management/${EVENT.id}/money#transfers`,
  )
})

test('tasks that could not be read are not called done', async () => {
  serverHas({ event: { coverImage: '/api/upload/cover' } })
  serverCounts()
  server.use(
    http.get('/event/{eventId}/todo', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 400 }),
    ),
  )
  await renderApp(HOME)
  const todos = within(await screen.findByRole('region', { name: 'To do' }))
  expect(await todos.findByText('Out of order.')).toBeVisible()
})

test('the menu at the title copies and cancels the event', async () => {
  serverHas()
  serverCounts()
  const app = await renderApp(HOME)
  await app.user.click(await screen.findByRole('button', { name: `More actions: ${EVENT.title}` }))
  expect(await screen.findByRole('menuitem', { name: 'Duplicate event' })).toHaveAttribute(
    'href',
    `/event-management/add-new?from=${EVENT.id}`,
  )
  expect(screen.queryByRole('menuitem', { name: 'Delete event' })).toBeNull()
  server.use(http.get('/event/{eventId}/letter', ({ response }) => response(200).json(ok({ letter: null }))))
  server.use(
    http.post('/event/{eventId}/cancel/preview', ({ response }) =>
      response(200).json(ok({ subject: 'Canceled', html: '<p>Canceled</p>', recipients: 12 })),
    ),
  )
  await app.user.click(screen.getByRole('menuitem', { name: 'Cancel event' }))
  expect(await screen.findByRole('dialog', { name: 'Cancel this event?' })).toBeVisible()
})

test('copies the link and shows it as a code', async () => {
  serverHas()
  serverCounts()
  const app = await renderApp(HOME)
  await app.user.click(await screen.findByRole('button', { name: 'Copy the link' }))
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/e/dem-nhac`)
  await app.user.click(screen.getByRole('button', { name: 'Share' }))
  const dialog = await screen.findByRole('dialog', { name: 'Share the event' })
  expect(within(dialog).getByRole('img', { name: /QR code of the page/ })).toBeVisible()
  expect(within(dialog).queryByText('What comes next')).not.toBeInTheDocument()
})

test('before the evening nothing of it is shown', async () => {
  serverHas()
  serverCounts()
  await renderApp(HOME)
  expect(await screen.findByText(/29 days 23 h to go/)).toBeVisible()
  for (const name of ['Doors', 'VIPs who are not here yet', /^Arrivals/])
    expect(screen.queryByRole('region', { name })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open the door' })).toBeNull()
})

test('a figure without a whole stands alone', async () => {
  serverHas()
  serverCounts({ ...OVERVIEW, participants: 142, moneyReceived: 0, moneyDue: 0 })
  await renderApp(HOME)
  const figures = await screen.findByRole('list', { name: 'Totals' })
  await waitFor(() => expect(figures).toHaveTextContent('142 of 200'))
  expect(figures).not.toHaveTextContent('of ₫0')
})

test('the evening shows arrivals, doors, missing VIPs and cash, and leads to the door', async () => {
  serverHas({ event: TONIGHT })
  const device = { createdAt: '2026-03-01T01:00:00Z', servesGuests: false }
  const perMinute = [...Array(57).fill(0), 2, 7, 3]
  const asked: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/arrivals', ({ response }) =>
      response(200).json(ok({ since: '2026-03-10T10:01:00Z', perMinute })),
    ),
    http.get('/event/{eventId}/checkin-keys', ({ response }) =>
      response(200).json(
        ok([
          { ...device, id: 'k1', label: 'Cổng A', lastUsedAt: '2026-03-10T10:59:00Z', isConnected: true },
          { ...device, id: 'k2', label: 'Cổng B', lastUsedAt: null, isConnected: false },
          { ...device, id: 'k3', label: 'Cổng C', lastUsedAt: null, isConnected: null },
        ]),
      ),
    ),
    http.get('/event/{eventId}/attendances', ({ request, response }) => {
      const query = new URL(request.url).searchParams
      if (query.get('participationType') !== 'VIP')
        return response(200).json(ok({ items: [DUC], total: 1, checkedIn: 1 }))
      asked.push(query.get('isCheckedIn'))
      const length = Number(query.get('limit'))
      const items = Array.from({ length }, (_, at) => ({ ...HOA, id: `v${at}`, fullName: `Khách ${at}` }))
      return response(200).json(ok({ items, total: 14, checkedIn: 0 }))
    }),
    http.get('/event/{eventId}/money', ({ response }) =>
      response(200).json(ok({ ...NO_MONEY, byWay: [{ way: 'door', amount: 1_250_000, count: 5 }] })),
    ),
  )
  serverCounts()
  await renderApp(HOME)
  expect(await screen.findByRole('link', { name: 'Open the door' })).toHaveAttribute(
    'href',
    `/event-management/checkin/${EVENT.id}`,
  )
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  expect(await screen.findByText('12 people arrived, most of them at 17:59 (7 in one minute).')).toBeVisible()
  const chart = screen.getByRole('slider', { name: 'Arrivals in this minute' })
  expect(chart).toHaveAttribute('aria-valuetext', '18:00: 3')
  const doors = screen.getByRole('region', { name: 'Doors' })
  await within(doors).findByText('Cổng A')
  expect(
    within(doors)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Cổng ALast scan at 17:59Connected', 'Cổng BNo scan yetNot connected', 'Cổng CNo scan yet'])
  expect(await within(doors).findByText('₫1,250,000')).toBeVisible()
  const vips = screen.getByRole('region', { name: 'VIPs who are not here yet' })
  await within(vips).findByText('Khách 0')
  expect(within(vips).getAllByText(/^Khách/)).toHaveLength(10)
  const rest = new URL(linksOf(vips).at(-1)?.[1] ?? '', location.origin)
  expect(within(vips).getByText('See 4 more VIPs')).toBeVisible()
  expect(Object.fromEntries(rest.searchParams)).toEqual({ type: 'VIP', checkin: 'out' })
  expect(new Set(asked)).toEqual(new Set(['false']))
})

test('an hour without arrivals is a sentence', async () => {
  serverHas({ event: TONIGHT })
  serverCounts()
  await renderApp(HOME)
  expect(await screen.findByText('There were no arrivals in the last 60 minutes.')).toBeVisible()
  expect(await screen.findByText('No device is paired yet.')).toBeVisible()
})

test('afterwards it says how it went and offers what comes next', async () => {
  serverHas({ event: AFTER })
  server.use(
    http.get('/event/{eventId}/money', ({ response }) =>
      response(200).json(
        ok({
          ...NO_MONEY,
          received: { amount: 48_200_000, count: 150 },
          due: { amount: 750_000, count: 3 },
          refunds: { amount: 100_000, count: 1 },
        }),
      ),
    ),
  )
  serverCounts({ ...OVERVIEW, participants: 200, checkedIn: 182 })
  await renderApp(HOME)
  const sentence = await screen.findByText(/came \(91%\)/)
  expect(sentence).toHaveTextContent(
    '182 of 200 people came (91%), ₫48.2M received, 3 people still owe money, 1 refund is due.',
  )
  expect(linksOf(sentence)).toEqual([
    ['3 people still owe money', `${HOME}/money`],
    ['1 refund is due', `${HOME}/money`],
  ])
  expect(screen.getByRole('link', { name: 'Send a thank-you message' })).toHaveAttribute(
    'href',
    `${GUESTS}/messages?message=new&start=thanks`,
  )
  expect(screen.getByRole('link', { name: 'Copy for the next time' })).toHaveAttribute(
    'href',
    `/event-management/add-new?from=${EVENT.id}`,
  )
  expect(screen.getByRole('button', { name: 'Download the report (PDF)' })).toBeVisible()
  expect(screen.getByText('Over')).toBeVisible()
  expect(screen.queryByText('Closed')).toBeNull()
  expect(screen.queryByRole('region', { name: 'Just arrived' })).toBeNull()
  await act(() => chooseLanguage('vi'))
  expect(await screen.findByText(/182\/200 người đã đến \(91%\)/)).toHaveTextContent('đã thu 48,2 triệu đồng')
})

test('a cancelled event says why, and has no link, door or draw', async () => {
  serverHas({ event: { isCancelled: true, status: 'closed', cancelReason: 'Bão số 3' } })
  serverCounts()
  await renderApp(HOME)
  expect(await screen.findByText(/Bão số 3/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Copy the link' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'To do' })).toBeNull()
  const nav = within(screen.getByRole('navigation', { name: 'Inside the event' }))
  expect(nav.queryByRole('link', { name: 'Door' })).toBeNull()
  expect(nav.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
})

test('leads to the same part of another event', async () => {
  serverHas()
  serverCounts()
  serverLists([
    { ...SUMMARY, id: EVENT.id },
    { ...SUMMARY, id: 'ev2', title: 'Đêm nhạc' },
    { ...SUMMARY, id: 'ev3', title: 'Chạy bộ', isCancelled: true },
  ])
  server.use(
    http.get('/event/{eventId}/checkin', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 500 }),
    ),
  )
  const app = await renderApp(`${GUESTS}/door`)
  await app.user.click(await screen.findByRole('button', { name: 'Switch to another event' }))
  const others = await screen.findByRole('dialog', { name: 'Switch to another event' })
  await within(others).findByText('Đêm nhạc')
  expect(linksOf(others).map(([, href]) => href)).toEqual([
    '/participant-management/ev2/door',
    '/event-management/ev3',
    '/event-management',
  ])
})

test('the chart follows the address', async () => {
  serverHas()
  const asked = serverCounts()
  const app = await renderApp(`${HOME}?metric=visits`)
  await screen.findByRole('table', { name: 'Page visits, Last 7 days' })
  expect(asked.chart.at(-1)).toEqual({ chartType: '7', unit: 'day', metric: 'visits', eventId: EVENT.id })
  await app.user.click(screen.getByRole('radio', { name: 'Last 12 months' }))
  await screen.findByRole('table', { name: 'Page visits, Last 12 months' })
  expect(app.router.state.location.search).toEqual({ metric: 'visits', period: 'year' })
})

test("another organiser's event cannot be opened", async () => {
  server.use(
    http.get('/event/{eventId}', ({ response }) =>
      response('default').json(refused(5016, ['You may not do this.']), { status: 403 }),
    ),
  )
  await renderApp(HOME)
  expect(await screen.findByRole('heading', { name: /not allowed/ })).toBeVisible()
})
