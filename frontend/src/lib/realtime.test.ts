import { act, screen, waitFor } from '@testing-library/react'
import { io } from 'socket.io-client'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeSocket } from '~/test/fakeSocket'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'
import { api, call } from './api'
import { chooseLanguage } from './language'
import type { LiveNotification } from './liveNotifications'
import { endSession } from './session'

vi.mock('socket.io-client', () => ({ io: vi.fn() }))

let socket: ReturnType<typeof fakeSocket>
beforeEach(() => {
  socket = fakeSocket()
})

const NEWS: LiveNotification = {
  id: 'n1',
  type: 'registration.new',
  link: '/participant-management/e1',
  title: 'Khách mới',
  content: 'Lan vừa đăng ký.',
  browser: true,
}

const unread = (count: number) => screen.findAllByRole('link', { name: `Notifications, ${count} unread` })

const offered = async () => {
  const give = vi.fn()
  const options = vi.mocked(io).mock.calls[0]?.[1]
  if (typeof options?.auth === 'function') await options.auth(give)
  return give.mock.lastCall?.[0]
}

test('stays closed without a login', async () => {
  await renderApp('/auth/login')
  expect(io).not.toHaveBeenCalled()
})

test('opens after a login, with the given options and the current token', async () => {
  loggedInAs()
  await renderApp('/profile')
  expect(io).toHaveBeenCalledExactlyOnceWith(
    '/notification',
    expect.objectContaining({
      path: '/socket.io',
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      timeout: 20_000,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      reconnectionAttempts: Number.POSITIVE_INFINITY,
    }),
  )
  expect(await offered()).toEqual({ token: 'access-1' })
})

test('tells the language on connecting and when it changes', async () => {
  loggedInAs()
  await renderApp('/profile')
  await socket.receive('connect')
  await act(async () => chooseLanguage('vi'))
  expect(socket.emitted).toEqual([
    ['whoAmI', 'en'],
    ['whoAmI', 'vi'],
  ])
})

test('closes with the session', async () => {
  loggedInAs()
  await renderApp('/profile')
  expect(socket.closed).not.toHaveBeenCalled()
  await act(async () => endSession())
  expect(socket.closed).toHaveBeenCalledOnce()
})

test('renews a refused token once and connects again', async () => {
  loggedInAs()
  server.use(
    http.post('/auth/refresh-token', ({ response }) =>
      response(200).json(ok({ token: { accessToken: 'access-2', expiresIn: 900 } })),
    ),
  )
  await renderApp('/profile')
  expect(await offered()).toEqual({ token: 'access-1' })
  await socket.receive('connect_error', new Error('INVALID_ACCESS_TOKEN'))
  await waitFor(() => expect(socket.connect).toHaveBeenCalledOnce())
  expect(await offered()).toEqual({ token: 'access-2' })
  await socket.receive('connect_error', new Error('INVALID_ACCESS_TOKEN'))
  expect(socket.connect).toHaveBeenCalledOnce()
})

test('a renewal without an answer is retried, until the session ends', async () => {
  loggedInAs()
  let refreshes = 0
  server.use(
    http.post('/auth/refresh-token', ({ response }) => {
      refreshes += 1
      return response('default').json(refused(5000), { status: 503 })
    }),
  )
  await renderApp('/profile')
  await offered()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  for (const times of [1, 2]) {
    await socket.receive('connect_error', new Error('INVALID_ACCESS_TOKEN'))
    await vi.waitFor(() => expect(socket.connect).toHaveBeenCalledTimes(times), { timeout: 10_000 })
  }
  await socket.receive('connect_error', new Error('INVALID_ACCESS_TOKEN'))
  await waitFor(() => expect(refreshes).toBe(3))
  await act(async () => endSession())
  await vi.advanceTimersByTimeAsync(60_000)
  expect(socket.connect).toHaveBeenCalledTimes(2)
})

test('uses the token that a call has renewed since, instead of renewing again', async () => {
  loggedInAs()
  let refreshes = 0
  server.use(
    http.post('/auth/refresh-token', ({ response }) => {
      refreshes += 1
      return response(200).json(ok({ token: { accessToken: `renewed-${refreshes}`, expiresIn: 900 } }))
    }),
  )
  await renderApp('/profile')
  expect(await offered()).toEqual({ token: 'access-1' })
  server.use(
    http.get('/users/me', ({ request, response }) =>
      request.headers.get('authorization') === 'Bearer access-1'
        ? response('default').json(refused(5018), { status: 401 })
        : response(200).json(ok(ME)),
    ),
  )
  await call(api.GET('/users/me'))
  await socket.receive('connect_error', new Error('INVALID_ACCESS_TOKEN'))
  await waitFor(() => expect(socket.connect).toHaveBeenCalledOnce())
  expect(refreshes).toBe(1)
  expect(await offered()).toEqual({ token: 'renewed-1' })
})

test('begins with plain requests after an attempt without an answer', async () => {
  loggedInAs()
  await renderApp('/profile')
  await socket.receive('connect_error', new Error('BUSY'))
  expect(socket.io.opts.transports).toBeUndefined()
  await socket.receive('connect_error', new Error('timeout'))
  expect(socket.io.opts.transports).toEqual(['polling', 'websocket'])
})

test('connects again when the server has let go', async () => {
  loggedInAs()
  await renderApp('/profile')
  await socket.receive('disconnect', 'io server disconnect')
  expect(socket.connect).toHaveBeenCalledOnce()
})

test('shows a notification by the browser, and a click on it opens the list', async () => {
  const shown: { title: string; options?: NotificationOptions; onclick?: () => void; close: () => void }[] =
    []
  class Granted {
    static permission = 'granted'
    onclick?: () => void
    close = () => undefined
    title: string
    options?: NotificationOptions
    constructor(title: string, options?: NotificationOptions) {
      this.title = title
      this.options = options
      shown.push(this)
    }
  }
  vi.stubGlobal('Notification', Granted)
  vi.spyOn(window, 'focus').mockImplementation(() => undefined)
  loggedInAs()
  const { path } = await renderApp('/profile')
  await socket.receive('notification', NEWS)
  expect(shown).toMatchObject([{ title: 'Khách mới', options: { body: 'Lan vừa đăng ký.' } }])
  await act(async () => shown[0]?.onclick?.())
  await waitFor(() => expect(path()).toBe('/notifications'))
  vi.unstubAllGlobals()
})

test('shows it as a toast where the browser may not', async () => {
  loggedInAs()
  await renderApp('/profile')
  await socket.receive('notification', NEWS)
  expect(await screen.findByText('Lan vừa đăng ký.')).toBeVisible()
})

test('shows several at once as one, which says how many there are', async () => {
  const closed: string[] = []
  const shown: { title: string; tag: string | undefined }[] = []
  class Granted {
    static permission = 'granted'
    title: string
    constructor(title: string, options?: NotificationOptions) {
      this.title = title
      shown.push({ title, tag: options?.tag })
    }
    close() {
      closed.push(this.title)
    }
  }
  vi.stubGlobal('Notification', Granted)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  loggedInAs()
  await renderApp('/profile')
  for (const id of ['n1', 'n2', 'n3']) await socket.receive('notification', { ...NEWS, id })
  expect(shown).toEqual([
    { title: 'Khách mới', tag: 'n1' },
    { title: '2 new notifications', tag: 'several' },
    { title: '3 new notifications', tag: 'several' },
  ])
  expect(closed).toEqual(['Khách mới', '2 new notifications'])
  // After a while the next one stands for itself.
  vi.setSystemTime(Date.now() + 60_000)
  await socket.receive('notification', { ...NEWS, id: 'n4' })
  expect(shown.at(-1)).toEqual({ title: 'Khách mới', tag: 'n4' })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('shows nothing that the user does not want the browser to show, and counts it', async () => {
  loggedInAs()
  const { queryClient } = await renderApp('/profile')
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, unreadCount: 1 }))))
  await socket.receive('notification', { ...NEWS, browser: false })
  expect(await unread(1)).not.toHaveLength(0)
  expect(screen.queryByText('Lan vừa đăng ký.')).toBeNull()
})

test('refetches after a lost connection', async () => {
  loggedInAs()
  await renderApp('/profile')
  await socket.receive('connect')
  server.use(http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, unreadCount: 2 }))))
  expect(screen.queryByRole('link', { name: /unread/ })).toBeNull()
  await socket.receive('connect')
  expect(await unread(2)).not.toHaveLength(0)
})
