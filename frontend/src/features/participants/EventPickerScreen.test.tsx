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
let events: (typeof EVENT)[]
beforeEach(() => {
  loggedInAs()
  searches = []
  events = [EVENT]
  server.use(
    http.get('/event', ({ request, response }) => {
      const search = new URL(request.url).searchParams.get('search')
      searches.push(search)
      const items = search === 'xyz' ? [] : events
      return response.untyped(HttpResponse.json(ok({ items, total: items.length })))
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

test('searches while typing, and remembers nothing', async () => {
  const app = await renderApp('/participant-management')
  await screen.findByRole('link', { name: EVENT.title })
  await app.user.type(screen.getByRole('searchbox'), 'xyz')
  expect(await screen.findByText('No event matches “xyz”')).toBeVisible()
  expect(searches).toEqual([null, 'xyz'])
  expect(app.router.state.location.href).toBe('/participant-management')
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
      response.untyped(HttpResponse.json(ok({ items: [EVENT], total: 1 }))),
    ),
  )
  await app.user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.getByRole('link', { name: EVENT.title })).toBeVisible())
})
