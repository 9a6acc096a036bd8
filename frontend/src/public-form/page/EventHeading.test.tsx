import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eventWith, FREE, serveEvent, VIP, visit } from '~/test/publicForm'
import { http, ok, server } from '~/test/server'
import type { PublicEvent } from '../contract'
import { addressOf } from './Host'
import { sharedAddress } from './ShareEvent'

test('the host is told with the logo and a contact that opens', async () => {
  serveEvent(
    eventWith({ coverImage: '/api/upload/cover', hostName: 'CLB Nhạc Xưa', hostContact: '0912 345 678' }),
  )
  visit()
  const host = await screen.findByRole('complementary', { name: 'Organizer' })
  expect(within(host).getByText('CLB Nhạc Xưa')).toBeVisible()
  expect(within(host).getByRole('link', { name: '0912 345 678' })).toHaveAttribute('href', 'tel:0912345678')
})

test('a host without name and contact shows no empty line', async () => {
  serveEvent(eventWith({ coverImage: '/api/upload/cover', hostName: null, hostContact: null }))
  visit()
  const host = await screen.findByRole('complementary', { name: 'Organizer' })
  expect(within(host).getByText('Share')).toBeVisible()
  expect(within(host).queryByText('Organizer')).not.toBeInTheDocument()
})

test.each([
  ['lan@nhacxua.example', 'mailto:lan@nhacxua.example'],
  ['+84 912 345 678', 'tel:+84912345678'],
  ['https://nhacxua.example/lien-he', 'https://nhacxua.example/lien-he'],
  ['nhacxua.example', 'https://nhacxua.example'],
  ['gặp Lan ở quầy 3', null],
  ['javascript:alert(1)', null],
])('the contact %s opens %s', (text, address) => expect(addressOf(text)).toBe(address))

test('the way there is a search in a map, and seats are told while there are some', async () => {
  serveEvent(eventWith({ tickets: [FREE, { ...VIP, remaining: 3 }], seatsLeft: 15 }))
  visit()
  const way = await screen.findByRole('link', { name: 'Directions' })
  expect(new URL((way as HTMLAnchorElement).href).searchParams.get('query')).toBe('Nhà hát Lớn Hà Nội')
  expect(screen.getByText('15 seats left')).toBeVisible()
})

const PAST: Partial<PublicEvent> = { formType: 'closed', isOver: true, tickets: [VIP] }

test('an event that took place thanks, sells nothing, and names the next ones', async () => {
  serveEvent(eventWith({ ...PAST, organiser: 'nhac-xua' }))
  const coming = ['Spring', 'Summer', 'Autumn', 'Winter'].map((title) => ({
    id: title,
    slug: title.toLowerCase(),
    title,
    eventStartDate: '2026-12-20T01:30:00Z',
    endDate: null,
    venueAddress: 'Nhà hát Lớn Hà Nội',
    logo: '/api/upload/logo',
    coverImage: null,
  }))
  server.use(
    http.get('/o/{slug}', ({ response }) =>
      response(200).json(
        ok({ slug: 'nhac-xua', name: 'CLB Nhạc Xưa', picture: null, content: '', coming, past: [] }),
      ),
    ),
  )
  visit()
  expect(await screen.findByText('The event took place – thank you.')).toBeVisible()
  expect(screen.getByText('The event is over')).toBeVisible()
  expect(screen.queryByText(/1,250,000/)).toBeNull()
  expect(screen.queryByText(/Registration is/)).toBeNull()
  const next = await screen.findByRole('region', { name: 'Coming events of this organizer' })
  const links = within(next).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/e/spring',
    '/e/summer',
    '/e/autumn',
    '/o/nhac-xua',
  ])
})

test('a closed event that is still to come keeps its words and its price', async () => {
  serveEvent(eventWith({ ...PAST, isOver: false }))
  visit()
  expect(await screen.findByText('Registration is closed')).toBeVisible()
  expect(screen.getByText(/1,250,000/)).toBeVisible()
})

test('no class has more tickets left than the event has seats', async () => {
  const tickets = [FREE, VIP].map((ticket) => ({ ...ticket, remaining: 2 }))
  serveEvent(eventWith({ tickets, seatsLeft: 1 }))
  visit()
  expect(await screen.findByText('1 seat left')).toBeVisible()
  expect(screen.getAllByText('1 left')).toHaveLength(2)
  expect(screen.queryByText('2 left')).not.toBeInTheDocument()
})

test('a full event tells the prices of all its classes', async () => {
  serveEvent(eventWith({ isFull: true, tickets: [FREE, { ...VIP, soldOut: true }] }))
  visit()
  expect(await screen.findByText('Free – ₫1,250,000')).toBeVisible()
})

const SOLD_OUT = [FREE, VIP].map((ticket) => ({ ...ticket, remaining: 0, soldOut: true }))

test('an event whose classes are all sold out says so, and can be asked about again', async () => {
  serveEvent(eventWith({ tickets: SOLD_OUT, takesInvitationCodes: false }))
  const user = visit()
  expect(await screen.findByText('Sold out')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Register' })).not.toBeInTheDocument()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  serveEvent(eventWith({ tickets: [FREE], takesInvitationCodes: false }))
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('form')).toBeVisible()
})

test('the form stays where a code may open a class', async () => {
  serveEvent(eventWith({ tickets: SOLD_OUT }))
  visit()
  expect(await screen.findByRole('form')).toBeVisible()
  expect(screen.getByText(/enter it at the end of the form/)).toBeVisible()
})

test('a passed-on address is short and carries no invitation', () => {
  const origin = 'https://hoi.example'
  expect(sharedAddress({ id: 'e1', slug: 'dem-nhac' }, origin)).toBe('https://hoi.example/e/dem-nhac')
  expect(sharedAddress({ id: 'e1', slug: null }, origin)).toBe('https://hoi.example/form/e1')
})

test('a page can be shared by code and by the services people use', async () => {
  serveEvent(eventWith())
  const user = visit()
  await user.click(await screen.findByText('Share'))
  expect(await screen.findByRole('img', { name: /QR code that leads/ })).toBeVisible()
  const facebook = new URL((screen.getByRole('link', { name: 'Facebook' }) as HTMLAnchorElement).href)
  expect(facebook.searchParams.get('u')).toBe(`${location.origin}/e/gap-mat-dau-xuan`)
  const zalo = new URL((screen.getByRole('link', { name: 'Zalo' }) as HTMLAnchorElement).href)
  expect(JSON.parse(atob(zalo.searchParams.get('d') ?? ''))).toEqual({
    url: `${location.origin}/e/gap-mat-dau-xuan`,
  })
})

test('an invitation greets the visitor who comes by its link', async () => {
  serveEvent(eventWith())
  server.use(
    http.get('/event/{eventId}/invitation/{code}', ({ response }) =>
      response(200).json(
        ok({
          ticketId: null,
          ticket: null,
          participationType: 'INVITED',
          remainingUses: 1,
          invitedBy: 'Hoàng Bảo Ngọc',
        }),
      ),
    ),
  )
  visit('/form/e1#code=KHACH')
  expect(await screen.findByText('Hoàng Bảo Ngọc invites you')).toBeVisible()
})

test('an upcoming event can be put into the calendar before it opens', async () => {
  serveEvent(eventWith({ formType: 'upcoming', openRegistrationDate: '2030-01-01T00:00:00Z' }))
  visit()
  expect(await screen.findByRole('link', { name: 'Remind me when it opens' })).toHaveAttribute(
    'href',
    '/api/event/e1/opening.ics?lang=en',
  )
})

test('on a phone price and button stay in sight between the first button and the form', async () => {
  let told: IntersectionObserverCallback = () => undefined
  const observed: Element[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        told = callback
      }
      observe(element: Element) {
        observed.push(element)
      }
      disconnect() {}
    },
  )
  serveEvent(eventWith({ tickets: [VIP] }))
  visit()
  await screen.findByRole('form')
  const [button, form] = observed
  const see = (isButton: boolean, isForm: boolean, bottom: number) =>
    act(() =>
      told(
        [
          { target: button, isIntersecting: isButton, boundingClientRect: { bottom } },
          { target: form, isIntersecting: isForm, boundingClientRect: { bottom: 2000 } },
        ] as unknown as IntersectionObserverEntry[],
        {} as IntersectionObserver,
      ),
    )
  const links = () => screen.getAllByRole('link', { name: 'Register' }).length
  see(true, false, 400)
  expect(links()).toBe(1)
  see(false, false, -20)
  expect(links()).toBe(2)
  see(false, true, -900)
  expect(links()).toBe(1)
  // Before the first button has been reached there is nothing to stand in for.
  see(false, false, 900)
  expect(links()).toBe(1)
})
