import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dead, visit } from '~/test/publicForm'
import { http, refused, server } from '~/test/server'

// The server's page names the state of an event that its API does not give.

const inHead = (element: HTMLElement) => {
  element.dataset.test = 'head'
  document.head.append(element)
}

const describedAs = (more: Record<string, unknown>) => {
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.textContent = JSON.stringify({
    '@type': 'Event',
    name: 'Toạ đàm phố cổ',
    startDate: '2026-11-20T08:30:00+07:00',
    identifier: 'e1',
    url: 'https://hoi.example/e/pho-co',
    location: { '@type': 'Place', name: 'Nhà hát Lớn Hà Nội' },
    ...more,
  })
  inHead(script)
}

beforeEach(() => {
  const gone = () => HttpResponse.json(refused(5005), { status: 404 })
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => response.untyped(gone())),
    http.get('/event/{eventId}/registration', ({ response }) => response.untyped(dead())),
  )
})
afterEach(() => document.head.querySelector('[data-test="head"]')?.remove())

test('a visitor of a cancelled event learns that it was cancelled and gets advice', async () => {
  const meta = document.createElement('meta')
  meta.name = 'event-status'
  meta.content = 'cancelled'
  inHead(meta)
  visit()
  expect(await screen.findByRole('heading', { name: 'This event has been canceled' })).toBeVisible()
  expect(screen.getByText(/for your refund/)).toBeVisible()
})

test('an event that is not there is not called cancelled, and its page leads on', async () => {
  visit()
  expect(await screen.findByRole('heading', { name: "This event doesn't exist" })).toBeVisible()
  expect(screen.getByText(/Your ticket is in the confirmation mail/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/')
})

test('the description that came with the page is shown while the rest is loading', () => {
  describedAs({})
  visit()
  expect(screen.getByRole('heading', { name: 'Toạ đàm phố cổ' })).toBeVisible()
  expect(screen.getByText('Nhà hát Lớn Hà Nội')).toBeVisible()
})

test('the description of another event says nothing of this one', () => {
  describedAs({ identifier: 'e2' })
  visit()
  expect(screen.queryByRole('heading', { name: 'Toạ đàm phố cổ' })).toBeNull()
})
