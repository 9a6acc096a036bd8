import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { onPhone } from '~/test/phone'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, NO_EVENTS, ok, refused, server } from '~/test/server'
import { eventsState, INITIAL_EVENTS } from './eventsState'
import { EVENT, SUMMARY, serverLists } from './fixtures'
import { readEventSearch } from './search'

test('before the server answers nothing is limited and nothing is known', () => {
  expect(INITIAL_EVENTS).toEqual({
    event: null,
    events: [],
    filteredEvents: [],
    limit: -1,
    participantLimit: 0,
    tickets: [],
  })
  expect(eventsState({ ...NO_EVENTS, items: [SUMMARY], eventLimit: 3, participantLimit: 100 })).toMatchObject(
    {
      filteredEvents: [SUMMARY],
      limit: 3,
      participantLimit: 100,
    },
  )
})

test('the address may say anything', () => {
  expect(readEventSearch({ search: 'hội', status: 'open', page: 2 })).toEqual({
    search: 'hội',
    status: 'open',
    page: 2,
  })
  expect(readEventSearch({ search: {}, status: 'deleted', page: -3 })).toEqual({})
})

test('shows the four counts, and each event with its state, seats and visibility', async () => {
  loggedInAs()
  serverLists(
    [
      SUMMARY,
      { ...SUMMARY, id: '2', title: 'Đêm nhạc', status: 'upcoming', registeredCount: 0 },
      { ...SUMMARY, id: '3', title: 'Hội thảo', status: 'closed', isCancelled: true },
    ],
    { counts: { total: 23, open: 12, upcoming: 7, closed: 4, cancelled: 0 } },
  )
  await renderApp('/event-management')
  const filter = await screen.findByRole('group', { name: 'Filter by status' })
  const counts = within(filter).getAllByRole('button')
  await waitFor(() =>
    expect(counts.map((tile) => tile.textContent)).toEqual([
      'All events23',
      'Open12',
      'Upcoming7',
      'Closed4',
    ]),
  )
  const [open, upcoming, cancelled] = screen
    .getAllByRole('listitem')
    .filter((row) => within(row).queryByRole('heading'))
  if (!open || !upcoming || !cancelled) throw new Error('Three rows are missing')
  expect(open).toHaveTextContent('Open')
  expect(open).toHaveTextContent('12 of 200 registered')
  expect(open).toHaveTextContent('Visitors can register until Mar 1, 2026, 08:00, 188 seats left')
  expect(upcoming).toHaveTextContent('Visitors see: registration opens at Jan 1, 2026, 08:00')
  expect(cancelled).toHaveTextContent('Canceled')
  expect(within(cancelled).queryByRole('button', { name: /Share/ })).not.toBeInTheDocument()
})

test('the events stand in parts, and cancelled ones can be asked for alone', async () => {
  loggedInAs()
  const future = '2099-03-10T11:00:00Z'
  const asked = serverLists(
    [
      { ...SUMMARY, id: '1', title: 'Hội chợ', checkedIn: 56, moneyReceived: 500_000, moneyDue: 250_000 },
      { ...SUMMARY, id: '2', title: 'Đêm nhạc', eventStartDate: future },
      { ...SUMMARY, id: '3', title: 'Hội thảo', isOver: true },
      { ...SUMMARY, id: '4', title: 'Chạy bộ', isCancelled: true },
    ],
    { counts: { total: 3, open: 2, upcoming: 0, closed: 1, cancelled: 1 } },
  )
  const app = await renderApp('/event-management')
  for (const [part, title] of [
    ['Happening now', 'Hội chợ'],
    ['Coming up', 'Đêm nhạc'],
    ['Past', 'Hội thảo'],
    ['Canceled', 'Chạy bộ'],
  ] as const) {
    const list = await screen.findByRole('list', { name: part })
    expect(within(list).getByRole('heading', { level: 3 })).toHaveTextContent(title)
  }
  expect(screen.getByRole('link', { name: 'Hội chợ' })).toHaveAttribute('href', '/event-management/1')
  expect(screen.getByText('₫500,000 of ₫750,000 received')).toBeVisible()
  expect(screen.getByText('56 checked in')).toBeVisible()
  await app.user.click(screen.getByRole('button', { name: /^Canceled/ }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ isCancelled: 'true', page: '1', limit: '10' }))
  await app.user.click(screen.getByRole('button', { name: /^Closed/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ status: 'closed', isCancelled: 'false' }))
})

test('the next event is shown large, with the ways into it, and only to an organiser', async () => {
  loggedInAs()
  const start = new Date(Date.now() + 5 * 86_400_000 + 60_000).toISOString()
  const next = { ...SUMMARY, eventStartDate: start }
  serverLists([next, { ...next, id: '2', title: 'Đêm nhạc' }])
  const app = await renderApp('/event-management')
  const [large, other] = (await screen.findAllByRole('listitem')).filter((row) =>
    within(row).queryByRole('heading'),
  )
  if (!large || !other) throw new Error('Two rows are missing')
  expect(large).toHaveTextContent('5 days 0 h to go')
  expect(large).toHaveTextContent('188 seats left')
  const hrefOf = (way: string) =>
    within(large)
      .getByRole('link', { name: `${way}: ${EVENT.title}` })
      .getAttribute('href')
  expect(['Door', 'Guests', 'Messages'].map(hrefOf)).toEqual([
    `/participant-management/${EVENT.id}/door`,
    `/participant-management/${EVENT.id}`,
    `/participant-management/${EVENT.id}/messages`,
  ])
  expect(other).not.toHaveTextContent('to go')
  app.unmount()
  loggedInAs({ role: 'ADMIN' })
  await renderApp('/event-management')
  expect(await screen.findByText('Đêm nhạc')).toBeVisible()
  expect(screen.queryByText('5 days 0 h to go')).toBeNull()
})

test('search and status stand in the address and go to the server together', async () => {
  loggedInAs()
  const asked = serverLists([SUMMARY])
  const app = await renderApp('/event-management?page=3')
  await app.user.type(await screen.findByRole('searchbox', { name: 'Search by event name' }), 'hoi nghi')
  await app.user.click(screen.getByRole('button', { name: /^Upcoming/ }))
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ search: 'hoi nghi', status: 'upcoming', page: '1', limit: '10' }),
  )
  expect(app.router.state.location.search).toEqual({ search: 'hoi nghi', status: 'upcoming' })
  expect(screen.getByRole('button', { name: /^Upcoming/ })).toHaveAttribute('aria-pressed', 'true')
})

test('the order stands in the address and goes to the server', async () => {
  loggedInAs()
  const asked = serverLists([SUMMARY])
  const app = await renderApp('/event-management?page=3&sort=createdAt')
  const select = await screen.findByRole('combobox', { name: 'Sort by' })
  expect(select).toHaveValue('Created, ascending')
  await app.user.click(select)
  await app.user.click(await screen.findByRole('option', { name: 'Start, descending' }))
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ sort: 'eventStartDate', order: 'desc', page: '1' }),
  )
  expect(app.router.state.location.search).toEqual({ sort: 'eventStartDate', order: 'desc' })
})

test('a phone has order and belonging behind a button, so that the next event is seen at once', async () => {
  onPhone()
  loggedInAs()
  serverLists([SUMMARY])
  const app = await renderApp('/event-management')
  expect(await screen.findByRole('button', { name: 'Cover album' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).not.toBeInTheDocument()
  await app.user.click(screen.getByRole('button', { name: 'More filters' }))
  await app.user.click(await screen.findByRole('combobox', { name: 'Events and group meetings' }))
  await app.user.click(await screen.findByRole('option', { name: 'Only events of groups' }))
  await waitFor(() => expect(app.router.state.location.search).toEqual({ of: 'group' }))
})

test('a search keeps the focus, so text typed meanwhile stays', async () => {
  loggedInAs()
  const asked = serverLists([SUMMARY])
  const app = await renderApp('/event-management')
  const field = await screen.findByRole('searchbox', { name: 'Search by event name' })
  await app.user.type(field, 'hoi')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'hoi' }))
  expect(field).toHaveFocus()
  await app.user.keyboard(' nghi')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ search: 'hoi nghi' }))
  await app.user.clear(field)
  await waitFor(() => expect(app.router.state.location.search).toEqual({}))
  expect(field).toHaveFocus()
})

test('the address alone restores the search', async () => {
  loggedInAs()
  const asked = serverLists([])
  const app = await renderApp('/event-management?search=ca%20nhac&status=closed')
  expect(await screen.findByText('No event matches')).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('ca nhac')
  expect(asked[0]).toMatchObject({ search: 'ca nhac', status: 'closed' })
  const all = serverLists([SUMMARY])
  await app.user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(all.at(-1)).toEqual({ page: '1', limit: '10' }))
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('shows progress, and advice when the list is empty', async () => {
  loggedInAs()
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get('/event', async ({ response }) => {
      await isAnswered
      return response(200).json(ok(NO_EVENTS))
    }),
  )
  await renderApp('/event-management')
  expect(await screen.findByRole('status', { name: 'Loading…' })).toBeInTheDocument()
  answer()
  expect(await screen.findByText('You have no events yet')).toBeVisible()
  // A newcomer finds one way on, and nothing around it.
  expect(await screen.findByRole('link', { name: 'Add event' })).toHaveAttribute(
    'href',
    '/event-management/add-new',
  )
  await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Search by event name' })).toBeNull())
  expect(screen.queryByRole('group', { name: 'Filter by status' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Figures' })).toBeNull()
})

test('a list that cannot be loaded says why and can be asked again', async () => {
  loggedInAs()
  server.use(
    http.get('/event', ({ response }) =>
      response('default').json(refused(5000, ['Out of order.']), { status: 500 }),
    ),
  )
  const app = await renderApp('/event-management')
  expect(await screen.findByText('Out of order.')).toBeVisible()
  serverLists([SUMMARY])
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: EVENT.title })).toBeVisible()
})

test('at the plan limit the add button is off and says why', async () => {
  loggedInAs()
  serverLists([SUMMARY], { eventLimit: 1, eventsUsed: 1 })
  const app = await renderApp('/event-management')
  const add = await screen.findByRole('button', { name: 'Add event' })
  expect(add).toHaveAttribute('aria-disabled', 'true')
  await app.user.hover(add)
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Quantities are limited, please buy more')
  await app.user.unhover(add)
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  act(() => add.focus())
  expect(await screen.findByRole('tooltip')).toBeVisible()
  await app.user.click(add)
  expect(app.path()).toBe('/event-management')

  await app.user.click(screen.getByRole('button', { name: `More actions: ${EVENT.title}` }))
  const duplicate = await screen.findByRole('menuitem', { name: 'Duplicate event' })
  expect(duplicate).toHaveAttribute('aria-disabled', 'true')
  expect(duplicate).toHaveAccessibleDescription('Quantities are limited, please buy more')
  // The keyboard reaches it as well.
  for (let key = 0; key < 4 && document.activeElement !== duplicate; key++)
    await app.user.keyboard('{ArrowDown}')
  expect(duplicate).toHaveFocus()
  await app.user.click(duplicate)
  expect(app.path()).toBe('/event-management')
})

test('the menu opens the screen that welcomes guests, not the scanner', async () => {
  loggedInAs()
  serverLists([SUMMARY])
  const { user } = await renderApp('/event-management')
  await user.click(await screen.findByRole('button', { name: `More actions: ${EVENT.title}` }))
  expect(await screen.findByRole('menuitem', { name: 'Welcome screen' })).toHaveAttribute(
    'href',
    `/event-management/checkin/${EVENT.id}?view=display`,
  )
})

test('a limited plan shows how much of it is used', async () => {
  loggedInAs()
  serverLists([SUMMARY], { eventLimit: 4, eventsUsed: 1 })
  await renderApp('/event-management')
  expect(await screen.findByText('1 of the 4 events of your plan used')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: /1 of the 4/ })).toHaveAttribute('aria-valuenow', '25')
})

test('share copies the whole address of the public page and says so for three seconds', async () => {
  loggedInAs()
  serverLists([SUMMARY])
  const app = await renderApp('/event-management')
  const share = await screen.findByRole('button', { name: `Share ${EVENT.title}` })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await app.user.click(share)
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/form/${EVENT.id}`)
  expect(share).toHaveTextContent('Link copied')
  vi.advanceTimersByTime(1500)
  expect(share).toHaveTextContent('Link copied')
  vi.advanceTimersByTime(2000)
  await waitFor(() => expect(share).toHaveTextContent('Share'))
})

test('delete asks with the number of participants, and removes the row', async () => {
  loggedInAs()
  serverLists([SUMMARY])
  const deleted: string[] = []
  server.use(
    http.delete('/event/{eventId}', ({ params, response }) => {
      deleted.push(params.eventId)
      serverLists([])
      return response(200).json(ok({}, ['Delete successful']))
    }),
  )
  const app = await renderApp('/event-management')
  const ask = async () => {
    await app.user.click(await screen.findByRole('button', { name: `More actions: ${EVENT.title}` }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
    return screen.findByRole('dialog')
  }
  const first = await ask()
  expect(first).toHaveTextContent('12 people have registered')
  expect(first).toHaveTextContent('These 12 people get no email about it')
  await app.user.click(within(first).getByRole('button', { name: 'Keep the event' }))
  expect(deleted).toEqual([])
  await app.user.click(within(await ask()).getByRole('button', { name: 'Delete event' }))
  expect(await screen.findByText('Delete successful')).toBeVisible()
  expect(await screen.findByText('You have no events yet')).toBeVisible()
  expect(deleted).toEqual([EVENT.id])
})

test('cancelling comes before deleting while people expect the event, with the letter to them', async () => {
  loggedInAs()
  serverLists([SUMMARY])
  const cancelled: unknown[] = []
  server.use(
    http.post('/event/{eventId}/cancel', async ({ request, response }) => {
      cancelled.push(await request.json())
      serverLists([{ ...SUMMARY, status: 'closed', isCancelled: true }])
      return response(200).json(ok({ ...EVENT, isCancelled: true }, ['Event cancelled.']))
    }),
  )
  const app = await renderApp('/event-management')
  const more = await screen.findByRole('button', { name: `More actions: ${EVENT.title}` })
  const ask = async () => {
    await app.user.click(more)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
    const question = await screen.findByRole('dialog', { name: 'Delete this event?' })
    const instead = within(question).getByRole('button', { name: 'Cancel it instead' })
    await waitFor(() => expect(instead).toHaveFocus())
    await app.user.click(instead)
    return within(await screen.findByRole('dialog', { name: 'Cancel this event?' }))
  }
  const first = await ask()
  await app.user.click(first.getByRole('button', { name: 'Keep the event' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(more).toHaveFocus())
  const form = await ask()
  expect(await form.findByText('Subject: Canceled')).toBeVisible()
  await app.user.click(form.getByRole('button', { name: 'Cancel event' }))
  expect(await screen.findByText('Event cancelled.')).toBeVisible()
  expect(cancelled).toEqual([{ reason: null }])
})

test.each([
  ['over', { isOver: true }],
  ['cancelled', { isCancelled: true }],
  ['without people', { registeredCount: 0 }],
])('an event that is %s is only deleted', async (_, state) => {
  loggedInAs()
  serverLists([{ ...SUMMARY, ...state }])
  const { user } = await renderApp('/event-management')
  await user.click(await screen.findByRole('button', { name: `More actions: ${EVENT.title}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete event' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this event?' })
  expect(question).not.toHaveTextContent('get no email')
  expect(within(question).queryByRole('button', { name: 'Cancel it instead' })).toBeNull()
})

test('the cover album lists own and shared images, and removes an own one', async () => {
  loggedInAs()
  serverLists([SUMMARY])
  const own = {
    id: '1',
    url: '/api/upload/1',
    isShared: false,
    isOwn: true,
    createdAt: '2026-01-02T03:00:00Z',
  }
  const shared = { ...own, id: '2', url: '/api/upload/2', isShared: true, isOwn: false }
  let covers = [own, shared]
  server.use(
    http.get('/cover', ({ response }) => response(200).json(ok(covers))),
    http.delete('/cover/{id}', ({ params, response }) => {
      covers = covers.filter(({ id }) => id !== params.id)
      return response(200).json(ok({}, ['Delete successful']))
    }),
  )
  const app = await renderApp('/event-management')
  await app.user.click(await screen.findByRole('button', { name: 'Cover album' }))
  const album = await screen.findByRole('list', { name: 'Cover album' })
  expect(within(album).getAllByRole('img')).toHaveLength(2)
  expect(within(album).getByText('Shared')).toBeVisible()
  await app.user.click(within(album).getByRole('button', { name: /^Remove/ }))
  await app.user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(within(album).getAllByRole('img')).toHaveLength(1))
})
