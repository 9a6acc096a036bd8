import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OrganiserEvent, OrganiserPage } from '../contract'
import { OrganiserScreen } from './OrganiserScreen'

const event = (title: string, more: Partial<OrganiserEvent> = {}): OrganiserEvent => ({
  id: title,
  slug: title.toLowerCase(),
  title,
  eventStartDate: '2026-11-20T01:30:00Z',
  endDate: null,
  venueAddress: 'Nhà hát Lớn Hà Nội',
  logo: '/api/upload/logo',
  coverImage: null,
  ...more,
})

const PAGE: OrganiserPage = {
  slug: 'nhac-xua',
  name: 'CLB Nhạc Xưa',
  picture: '/api/upload/picture',
  content: '<p>Old <b>songs</b></p>',
  coming: [event('Spring'), event('Summer', { slug: null })],
  past: [event('Winter')],
}

const show = (page: OrganiserPage) =>
  render(<OrganiserScreen answer={{ ok: true, data: page, messages: [] }} />)

test('shows the organiser, and the events with links to their pages', () => {
  show(PAGE)
  expect(screen.getByRole('heading', { level: 1, name: 'CLB Nhạc Xưa' })).toBeVisible()
  expect(screen.getByText('songs')).toBeVisible()
  expect(screen.getByRole('link', { name: /Spring/ })).toHaveAttribute('href', '/e/spring')
  expect(screen.getByRole('link', { name: /Summer/ })).toHaveAttribute('href', '/form/Summer')
  const [, past] = screen.getAllByRole('list')
  expect(within(past as HTMLElement).getByRole('link', { name: /Winter/ })).toBeVisible()
})

test('a calendar can follow the events', () => {
  show(PAGE)
  expect(screen.getByRole('link', { name: 'Subscribe in your calendar' })).toHaveAttribute(
    'href',
    `webcal://${location.host}/o/nhac-xua/calendar.ics?lang=en`,
  )
})

test('without events it says that none is planned, and shows no empty list', () => {
  show({ ...PAGE, content: '', picture: null, coming: [], past: [] })
  expect(screen.getByText('No event is planned at the moment.')).toBeVisible()
  expect(screen.queryByRole('list')).not.toBeInTheDocument()
  expect(screen.queryByText('Past events')).not.toBeInTheDocument()
})

const refused = (code: number) => ({
  ok: false as const,
  refusal: {
    code,
    messages: [],
    fields: {},
    retryAfter: null,
    place: null,
    stored: null,
    isUncertain: false,
  },
})

test('says so where there is no page, with a way on, in the language that is chosen', async () => {
  render(<OrganiserScreen answer={refused(5005)} />)
  expect(screen.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '/')
  await userEvent.click(screen.getByRole('button', { name: 'Tiếng Việt' }))
  expect(screen.getByRole('heading', { name: 'Trang này không tồn tại' })).toBeVisible()
})

test('offers to try again when the server could not be asked', () => {
  render(<OrganiserScreen answer={refused(0)} />)
  expect(screen.getByRole('alert')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})
