import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ok, refused, server } from '~/test/server'

const EVENT = {
  id: 'ev1',
  ownerId: 'u',
  ownerName: 'Lan',
  title: 'Đêm hội Trăng Rằm',
  logo: '/x',
  coverImage: null,
  status: 'open',
  isCancelled: false,
  openRegistrationDate: '2026-11-01T00:00:00Z',
  closeRegistrationDate: '2026-12-01T00:00:00Z',
  eventStartDate: '2026-12-20T11:30:00Z',
  venueAddress: 'Nhà hát Lớn Hà Nội',
  totalParticipants: 400,
  registeredCount: 64,
}

let searches: (string | null)[]
let pages: (string | null)[]
let used: number
let events: (typeof EVENT)[]
beforeEach(() => {
  loggedInAs()
  searches = []
  pages = []
  used = 0
  events = [EVENT]
  server.use(
    http.get('/event', ({ request, response }) => {
      const search = new URL(request.url).searchParams.get('search')
      searches.push(search)
      pages.push(new URL(request.url).searchParams.get('page'))
      const items = search === 'xyz' ? [] : events
      return response.untyped(
        HttpResponse.json(ok({ items, total: items.length && 30, eventLimit: 1, eventsUsed: used })),
      )
    }),
  )
})

test('offers every event with its date, place, state and how many come', async () => {
  await renderApp('/participant-management')
  expect(await screen.findByRole('link', { name: EVENT.title })).toHaveAttribute(
    'href',
    '/participant-management/ev1',
  )
  expect(screen.getByText('Nhà hát Lớn Hà Nội')).toBeVisible()
  expect(screen.getByText('Open')).toBeVisible()
  expect(screen.getByText('64 of 400 places taken')).toBeVisible()
})

test('searches while typing, and says so in the address', async () => {
  const app = await renderApp('/participant-management')
  await screen.findByRole('link', { name: EVENT.title })
  await app.user.click(screen.getByRole('searchbox'))
  await app.user.paste('xyz')
  expect(await screen.findByText('No event matches “xyz”')).toBeVisible()
  expect(searches).toEqual([null, 'xyz'])
  expect(app.router.state.location.search).toEqual({ search: 'xyz' })
})

test('the address holds search and page; another search begins on the first page', async () => {
  const app = await renderApp('/participant-management?search=hội&page=2')
  await screen.findByRole('link', { name: EVENT.title })
  expect(screen.getByRole('searchbox')).toHaveValue('hội')
  expect(screen.getByText(/13–24 of 30/)).toBeVisible()
  await app.user.click(screen.getByRole('searchbox'))
  await app.user.paste(' làng')
  await waitFor(() => expect(app.router.state.location.search).toEqual({ search: 'hội làng' }))
  await waitFor(() => expect(searches).toEqual(['hội', 'hội làng']))
  expect(pages).toEqual(['2', '1'])
})

test("an administrator reads the event's organiser", async () => {
  loggedInAs({ role: 'ADMIN' })
  await renderApp('/participant-management')
  expect(await screen.findByText('Organizer: Lan')).toBeVisible()
})

test('an organiser reads no owner', async () => {
  await renderApp('/participant-management')
  await screen.findByRole('link', { name: EVENT.title })
  expect(screen.queryByText(/Organizer:/)).toBeNull()
})

test('without events at the plan limit, no event can be begun', async () => {
  events = []
  used = 1
  const app = await renderApp('/participant-management')
  const create = await screen.findByRole('button', { name: 'Create an event' })
  expect(create).toHaveAccessibleDescription('Quantities are limited, please buy more')
  await app.user.click(create)
  expect(app.path()).toBe('/participant-management')
})

test('without events leads to making one', async () => {
  events = []
  await renderApp('/participant-management')
  expect(await screen.findByRole('link', { name: 'Create an event' })).toHaveAttribute(
    'href',
    '/event-management/add-new',
  )
})

test('offers to try again when the list cannot be loaded', async () => {
  server.use(
    http.get('/event', ({ response }) =>
      response('default').json(refused(5000, ['Broken.']), { status: 500 }),
    ),
  )
  const app = await renderApp('/participant-management')
  expect(await screen.findByText('Broken.')).toBeVisible()
  server.use(
    http.get('/event', ({ response }) =>
      response.untyped(HttpResponse.json(ok({ items: [EVENT], total: 1, eventLimit: 1, eventsUsed: 1 }))),
    ),
  )
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('link', { name: EVENT.title })).toBeVisible())
})
