import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dead, visit } from '~/test/publicForm'
import { http, refused, server } from '~/test/server'

// What the server's page says of an event that its API does not give.

const pageSays = (more: Record<string, unknown>) => {
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.textContent = JSON.stringify({
    '@type': 'Event',
    name: 'Toạ đàm phố cổ',
    startDate: '2026-11-20T01:30:00.000Z',
    eventStatus: 'https://schema.org/EventCancelled',
    url: 'https://hoi.example/form/e1',
    location: { '@type': 'Place', name: 'Nhà hát Lớn Hà Nội' },
    organizer: {
      '@type': 'Organization',
      name: 'CLB Nhạc Xưa',
      contactPoint: { '@type': 'ContactPoint', description: 'lan@nhacxua.example' },
    },
    ...more,
  })
  document.head.append(script)
}

beforeEach(() => {
  const gone = () => HttpResponse.json(refused(5005), { status: 404 })
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(dead())),
  )
})
afterEach(() => document.head.querySelector('script[type="application/ld+json"]')?.remove())

test('who held a ticket of a cancelled event learns what it was and whom to ask', async () => {
  pageSays({})
  visit()
  expect(await screen.findByText('This event has been cancelled')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Toạ đàm phố cổ' })).toBeVisible()
  expect(screen.getByText(/Friday, November 20, 2026, 08:30/)).toBeVisible()
  expect(screen.getByText(/about a refund/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'lan@nhacxua.example' })).toHaveAttribute(
    'href',
    'mailto:lan@nhacxua.example',
  )
})

test.each([
  ['of another event', { url: 'https://hoi.example/form/e2' }],
  ['of an event that takes place', { eventStatus: 'https://schema.org/EventScheduled' }],
])('a description %s says nothing of this one', async (_, more) => {
  pageSays(more)
  visit()
  expect(await screen.findByRole('heading', { name: "This event doesn't exist" })).toBeVisible()
})

test('what came with the page is shown while the rest is loading', () => {
  pageSays({ eventStatus: 'https://schema.org/EventScheduled' })
  visit()
  expect(screen.getByRole('heading', { name: 'Toạ đàm phố cổ' })).toBeVisible()
  expect(screen.getByText('Nhà hát Lớn Hà Nội')).toBeVisible()
})
