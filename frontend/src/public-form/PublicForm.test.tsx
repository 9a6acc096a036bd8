import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { dead, eventWith, FREE, field, inHours, refresh, serveEvent, VIP, visit } from '~/test/publicForm'
import { http, ok, refused, server } from '~/test/server'
import { askEarly } from './page/useEvent'

test('an address typed with accents is asked about, and changed by a press alone', async () => {
  serveEvent(eventWith())
  const user = visit()
  const email = await field('Email')
  await user.type(email, 'nguyễnvăna@gmail.com')
  expect(screen.queryByRole('button', { name: 'nguyenvana@gmail.com' })).not.toBeInTheDocument()
  await user.tab()
  const suggestion = await screen.findByRole('button', { name: 'nguyenvana@gmail.com' })
  expect(email).toHaveValue('nguyễnvăna@gmail.com')
  expect(email).toBeInvalid()
  await user.click(suggestion)
  expect(email).toHaveValue('nguyenvana@gmail.com')
  expect(email).toHaveFocus()
  await user.tab()
  await waitFor(() => expect(email).not.toBeInvalid())
})

test('a mistyped provider is asked about and no fault', async () => {
  serveEvent(eventWith())
  const user = visit()
  const email = await field('Email')
  await user.type(email, 'lan@gmial.com')
  await user.tab()
  expect(await screen.findByRole('button', { name: 'lan@gmail.com' })).toBeVisible()
  expect(email).not.toBeInvalid()
})

test('an address without an event says so', async () => {
  visit('/form/')
  expect(screen.getByRole('heading', { name: "This event doesn't exist" })).toBeVisible()
})

test('an event that does not exist', async () => {
  server.use(
    http.get('/event/{eventId}/public', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5005), { status: 404 })),
    ),
  )
  visit()
  expect(await screen.findByRole('heading', { name: "This event doesn't exist" })).toBeVisible()
})

test('a page that could not be loaded is loaded again on request', async () => {
  server.use(http.get('/event/{eventId}/public', ({ response }) => response.untyped(dead())))
  const user = visit()
  await screen.findByRole('alert')
  serveEvent(eventWith())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })).toBeVisible()
})

test('the answer that was asked for before the page was drawn is taken once, and for the same request only', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) => {
      asked.push(request.headers.get('Accept-Language'))
      return response(200).json(ok(eventWith()))
    }),
  )
  const address = { eventId: 'e1', isPreview: false, invitationCode: '', ownKey: null }
  askEarly(address, 'en')
  visit()
  await screen.findByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })
  expect(asked).toEqual(['en'])
  refresh()
  await screen.findByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })
  expect(asked).toEqual(['en', 'en'])
  askEarly(address, 'vi')
  refresh()
  await screen.findByRole('heading', { level: 1, name: 'Gặp mặt đầu xuân' })
  expect(asked).toEqual(['en', 'en', 'vi', 'en'])
})

test('the cover shows title, time, place and price', async () => {
  serveEvent(eventWith({ tickets: [{ ...FREE, price: 450_000 }, VIP] }))
  visit()
  expect(await screen.findByText('Friday, November 20, 2026')).toBeVisible()
  expect(screen.getByText('08:30')).toBeVisible()
  expect(screen.getByText('Nhà hát Lớn Hà Nội')).toBeVisible()
  expect(screen.getByText('From ₫450,000')).toBeVisible()
})

test('the description keeps its form and nothing that runs', async () => {
  serveEvent(
    eventWith({
      description: '<p>Cùng <b>gặp</b> <a href="javascript:alert(1)">nhau</a></p><script>x()</script>',
    }),
  )
  visit()
  const about = (await screen.findByRole('region', { name: 'About' })) as HTMLElement
  expect(within(about).getByText('gặp').tagName).toBe('B')
  expect(within(about).getByText('nhau')).not.toHaveAttribute('href')
  expect(about).not.toHaveTextContent('x()')
})

/** A browser whose user has chosen no language here. */
function browse(language: string) {
  localStorage.removeItem('lang')
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
}

test.each([
  ['en-AU', 'en'],
  ['EN', 'en'],
  ['vi-VN', 'vi'],
  ['ja-JP', 'vi'],
])('in a browser that speaks %s the page begins in %s', async (language, expected) => {
  browse(language)
  serveEvent(eventWith())
  visit()
  await screen.findByRole('heading', { level: 1 })
  expect(document.documentElement.lang).toBe(expected)
  expect(localStorage.getItem('lang')).toBeNull()
})

test('a language that was chosen counts more than that of the browser', async () => {
  browse('en-US')
  localStorage.setItem('lang', 'vi')
  serveEvent(eventWith())
  visit()
  expect(await screen.findByRole('heading', { name: 'Đăng ký tham dự' })).toBeVisible()
})

test('the language is Vietnamese until the visitor chooses another, and the choice is kept', async () => {
  browse('vi-VN')
  const languages: (string | null)[] = []
  server.use(
    http.get('/event/{eventId}/public', ({ request, response }) => {
      languages.push(request.headers.get('Accept-Language'))
      return response(200).json(ok(eventWith({ tickets: [VIP] })))
    }),
  )
  const user = visit()
  expect(await screen.findByRole('heading', { name: 'Đăng ký tham dự' })).toBeVisible()
  expect(screen.getAllByText('1.250.000 ₫')[0]).toBeVisible()
  expect(document.documentElement.lang).toBe('vi')

  await user.click(screen.getByRole('button', { name: 'English' }))
  expect(screen.getByRole('heading', { name: 'Registration' })).toBeVisible()
  expect(localStorage.getItem('lang')).toBe('en')
  await waitFor(() => expect(languages).toEqual(['vi', 'en']))
})

test('an upcoming event counts down on the server’s clock and turns into the form', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  // This device is ten minutes fast: by its own clock registration would be open.
  const serverTime = Date.now() - 600_000
  server.use(
    http.get('/event/{eventId}/public', ({ response }) => {
      const opening = new Date(serverTime + 90_000).toISOString()
      const event = eventWith({ formType: 'upcoming', openRegistrationDate: opening })
      const headers = { Date: new Date(serverTime).toUTCString() }
      return response.untyped(HttpResponse.json(ok(event), { headers }))
    }),
  )
  visit()
  const timer = await screen.findByRole('timer')
  expect(timer).toHaveTextContent(/00 days00 hours01 minutes/)
  expect(screen.queryByRole('form')).not.toBeInTheDocument()

  serveEvent(eventWith())
  await vi.advanceTimersByTimeAsync(80_000)
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(screen.getByRole('form', { name: 'Registration' })).toBeVisible()
})

test.each([
  [true, 'Your ticket is sent to this address.', /your ticket is in your mailbox/],
  [
    false,
    'The organizer writes to this address if anything about the event changes.',
    /the ticket you saved/,
  ],
])('promises a ticket by e-mail only when one is sent: %s', async (sendEmailAfterRegister, hint, closed) => {
  serveEvent(eventWith({ sendEmailAfterRegister }))
  visit()
  expect(await field('Email')).toHaveAccessibleDescription(hint)
  serveEvent(eventWith({ sendEmailAfterRegister, formType: 'closed' }))
  refresh()
  expect(await screen.findByText(closed)).toBeVisible()
})

test('prices that are not paid here say so, free ones need no word', async () => {
  const elsewhere = 'Nothing is paid here: the organizer tells you how to pay.'
  serveEvent(eventWith({ tickets: [FREE, VIP], turnOffPayment: true }))
  visit()
  expect(await screen.findAllByText(elsewhere)).toHaveLength(2)
  expect(screen.getByText('Free – ₫1,250,000')).toBeVisible()
  serveEvent(eventWith({ tickets: [FREE], turnOffPayment: true }))
  refresh()
  expect(await screen.findByRole('form')).toBeVisible()
  expect(screen.queryByText(elsewhere)).not.toBeInTheDocument()
})

test('a closed event has no form', async () => {
  serveEvent(eventWith({ formType: 'closed', closeRegistrationDate: inHours(-1) }))
  visit()
  expect(await screen.findByText('Registration is closed')).toBeVisible()
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
})

test('a full event can be asked about again', async () => {
  serveEvent(eventWith({ isFull: true }))
  const user = visit()
  const again = await screen.findByRole('button', { name: 'Check again' })
  expect(screen.queryByRole('form')).not.toBeInTheDocument()
  serveEvent(eventWith())
  await user.click(again)
  expect(await screen.findByRole('form')).toBeVisible()
})

test('a closed event never shows the open form, not even for a moment', async () => {
  const shown = new Set<string>()
  const watcher = new MutationObserver(() => {
    for (const status of ['Registration is open', 'Registration is closed']) {
      if (screen.queryByText(status)) shown.add(status)
    }
  })
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  serveEvent(eventWith({ formType: 'closed' }))
  visit()
  await screen.findByText('Registration is closed')
  watcher.disconnect()
  expect([...shown]).toEqual(['Registration is closed'])
})

test('the preview asks for a login, without leading away', async () => {
  server.use(
    http.get('/event/{eventId}/preview', ({ response }) =>
      response.untyped(HttpResponse.json(refused(5018), { status: 401 })),
    ),
  )
  visit('/form/preview/e1')
  expect(await screen.findByRole('heading', { name: 'Log in to preview' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/auth/login')
})

test('the preview shows the owner the form of an upcoming event, which cannot be sent', async () => {
  sessionStorage.setItem('refreshToken', 'refresh-1')
  sessionStorage.setItem('refreshTokenUntil', String(Date.now() + 60_000))
  localStorage.setItem('auth', JSON.stringify({ isRemember: false }))
  const bearers: (string | null)[] = []
  server.use(
    http.post('/auth/refresh-token', ({ response }) =>
      response(200).json(ok({ token: { accessToken: 'fresh', expiresIn: 900 } })),
    ),
    http.get('/event/{eventId}/preview', ({ request, response }) => {
      bearers.push(request.headers.get('Authorization'))
      return response(200).json(ok(eventWith({ formType: 'upcoming', openRegistrationDate: inHours(5) })))
    }),
  )
  const user = visit('/form/preview/e1')
  expect(await screen.findByText('Preview.')).toBeVisible()
  expect(bearers).toEqual(['Bearer fresh'])
  expect(sessionStorage.getItem('accessToken')).toBe('fresh')
  expect(screen.getByRole('button', { name: 'Register' })).toBeDisabled()
  // The present state of the page for visitors stands above it.
  expect(screen.getByRole('timer')).toBeVisible()

  await user.type(screen.getByLabelText('Full name'), 'Lan')
  expect(Object.keys(localStorage).filter((key) => key.startsWith('hoi.'))).toEqual([])
})

test.each([
  [{ formType: 'open' }, 'Visitors see this page now.', 'Registration is open'],
  [{ formType: 'open', isFull: true }, /all seats are taken/, 'Fully booked'],
  [{ formType: 'closed' }, /registration is closed/, 'Registration is closed'],
  [{ formType: 'closed', isCancelled: true }, /The event has been canceled/, 'Registration is closed'],
] as const)('the preview tells the state as it is: %o', async (state, told, status) => {
  sessionStorage.setItem('accessToken', 'access-1')
  sessionStorage.setItem('accessTokenUntil', String(Date.now() + 60_000))
  localStorage.setItem('auth', JSON.stringify({ isRemember: false }))
  server.use(http.get('/event/{eventId}/preview', ({ response }) => response(200).json(ok(eventWith(state)))))
  visit('/form/preview/e1')
  expect(await screen.findByText(told)).toBeVisible()
  expect(await screen.findByText(status)).toBeVisible()
  expect(screen.getByRole('form', { name: 'Registration' })).toBeVisible()
})
