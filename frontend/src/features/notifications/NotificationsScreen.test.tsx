import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { components } from '~/api/schema'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, ME, ok, refused, server } from '~/test/server'

type Schemas = components['schemas']

const notification = (id: string, more: Partial<Schemas['Notification']> = {}): Schemas['Notification'] => ({
  id,
  type: 'registration.new',
  title: 'New registration',
  content: `Guest ${id} registered for “Gala”.`,
  link: '/profile',
  readAt: null,
  createdAt: '2026-11-20T12:00:00Z',
  ...more,
})

/** The queries of the list, in order. */
let asked: Record<string, string>[]
let unread: number

/** Answers the list, and the account with the number of unread ones. */
function answers(find: (query: Record<string, string>) => Partial<Schemas['NotificationList']>) {
  server.use(
    http.get('/notification', ({ request, response }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      return response(200).json(ok({ items: [], nextCursor: null, unread, ...find(query) }))
    }),
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, unreadCount: unread }))),
  )
}

beforeEach(() => {
  asked = []
  unread = 0
  loggedInAs()
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const item = (words: string) => screen.findByRole('link', { name: new RegExp(words) })

test('lists notifications, marks unread ones, and loads more', async () => {
  unread = 2
  answers(({ cursor }) =>
    cursor
      ? { items: [notification('3', { readAt: '2026-11-20T13:00:00Z' })] }
      : { items: [notification('1'), notification('2')], nextCursor: 'next' },
  )
  const { user } = await renderApp('/notifications')
  expect(await item('Guest 1')).toHaveAccessibleName(/^Unread/)
  expect(screen.getAllByRole('link', { name: 'Notifications, 2 unread' })).not.toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await item('Guest 3')).not.toHaveAccessibleName(/^Unread/)
  expect(asked).toEqual([{}, { cursor: 'next' }])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a press marks one as read and goes where it leads', async () => {
  unread = 1
  answers(() => ({ items: [notification('1')] }))
  const read = vi.fn()
  server.use(
    http.put('/notification/{id}/read', ({ params, response }) => {
      read(params.id)
      unread = 0
      return response(200).json(ok({ unread: 0 }))
    }),
  )
  const { user, path } = await renderApp('/notifications')
  await user.click(await item('Guest 1'))
  await waitFor(() => expect(path()).toBe('/profile'))
  expect(read).toHaveBeenCalledExactlyOnceWith('1')
  await waitFor(() => expect(screen.queryAllByRole('link', { name: /unread/ })).toEqual([]))
})

test('all are marked as read at once', async () => {
  unread = 3
  answers(() => ({ items: [notification('1', { readAt: unread ? null : '2026-11-20T13:00:00Z' })] }))
  server.use(
    http.put('/notification/read-all', ({ response }) => {
      unread = 0
      return response(200).json(ok({ unread: 0 }))
    }),
  )
  const { user } = await renderApp('/notifications')
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(async () => expect(await item('Guest 1')).not.toHaveAccessibleName(/^Unread/))
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled()
})

test('says so when there is nothing, and asks for unread ones alone', async () => {
  answers(() => ({}))
  const { user } = await renderApp('/notifications')
  expect(await screen.findByText('No notifications yet')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Unread' }))
  expect(await screen.findByText('Everything is read')).toBeVisible()
  expect(asked.at(-1)).toEqual({ unread: 'true' })
})

test('asks for browser notifications after a press and not before', async () => {
  answers(() => ({}))
  const requestPermission = vi.fn(async () => {
    browser.permission = 'granted'
  })
  const browser = { permission: 'default', requestPermission }
  vi.stubGlobal('Notification', browser)
  const { user } = await renderApp('/notifications')
  const help = within(await screen.findByRole('region', { name: 'What notifications are' }))
  expect(requestPermission).not.toHaveBeenCalled()
  await user.click(help.getByRole('button', { name: 'Turn on browser notifications' }))
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(await help.findByText(/are on while/)).toBeVisible()
  expect(help.queryByRole('button', { name: 'Turn on browser notifications' })).toBeNull()
})

test.each([
  ['denied', /are blocked/],
  [undefined, /cannot show notifications/],
])('gives advice where the browser answers %s', async (permission, words) => {
  answers(() => ({}))
  if (permission) vi.stubGlobal('Notification', { permission })
  await renderApp('/notifications')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn on browser notifications' })).toBeNull()
})

/** A browser that has a push service, at which it subscribes as `subscribe` says. */
function withPushService(subscribe: () => Promise<object>) {
  let current: object | null = null
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = {
        ...(await subscribe()),
        unsubscribe: async () => {
          current = null
          return true
        },
      }
      return current
    },
  }
  const registration = { pushManager }
  const serviceWorker = {
    register: vi.fn(async () => registration),
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  }
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('PushManager', class {})
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
}

test('the browser subscribes at its push service and hands that over, until it is turned off', async () => {
  answers(() => ({}))
  const asked: unknown[] = []
  server.use(
    http.get('/notification/push-key', ({ response }) => response(200).json(ok({ publicKey: 'BKey' }))),
    http.post('/notification/push-subscription', async ({ request, response }) => {
      asked.push(await request.json())
      return response(200).json(ok({}, ['On']))
    }),
    http.delete('/notification/push-subscription', async ({ request, response }) => {
      asked.push(await request.json())
      return response(200).json(ok({}, ['Off']))
    }),
  )
  const endpoint = 'https://push.example/1'
  const keys = { p256dh: 'BPoint', auth: 'secret' }
  withPushService(async () => ({ endpoint, toJSON: () => ({ endpoint, expirationTime: null, keys }) }))
  const { user } = await renderApp('/notifications')
  await user.click(await screen.findByRole('button', { name: 'Also while no tab is open' }))
  expect(await screen.findByText(/also while no tab of this application is open/)).toBeVisible()
  expect(await screen.findByText('This browser tells you also when no page is open')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Only while a tab is open' }))
  expect(await screen.findByText('This browser tells you only while a page is open')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Also while no tab is open' })).toBeVisible()
  expect(asked).toEqual([{ endpoint, keys }, { endpoint }])
})

test('says so when the browser cannot reach its push service', async () => {
  answers(() => ({}))
  server.use(
    http.get('/notification/push-key', ({ response }) => response(200).json(ok({ publicKey: 'BKey' }))),
  )
  withPushService(() => Promise.reject(new DOMException('no service', 'AbortError')))
  const { user } = await renderApp('/notifications')
  await user.click(await screen.findByRole('button', { name: 'Also while no tab is open' }))
  expect(await screen.findByText(/cannot reach its push service/)).toBeVisible()
  expect(screen.getByText(/are on while/)).toBeVisible()
})

const PREFERENCES: Schemas['NotificationPreferences'] = {
  digest: 'daily',
  mutedGroups: [],
  items: [
    { type: 'registration.new', category: 'event', inApp: true, browser: false, email: 'digest' },
    { type: 'plan.ended', category: 'plan', inApp: true, browser: true, email: 'instant' },
  ],
}

test('each preference is saved at once, and goes back when that fails', async () => {
  const bodies: unknown[] = []
  let fails = false
  let stored = PREFERENCES
  server.use(
    http.get('/group/mine', ({ response }) => response(200).json(ok([]))),
    http.get('/notification/preference', ({ response }) => response(200).json(ok(stored))),
    http.put('/notification/preference', async ({ request, response }) => {
      bodies.push(await request.json())
      if (fails) return response('default').json(refused(5000, ['No.']), { status: 500 })
      const [first, ...rest] = PREFERENCES.items
      if (first) stored = { ...PREFERENCES, items: [{ ...first, browser: true }, ...rest] }
      return response(200).json(ok(stored, ['Saved']))
    }),
  )
  const { user } = await renderApp('/notifications?tab=settings')
  const browser = await screen.findByRole('switch', { name: 'New registrations: Browser' })
  await user.click(browser)
  expect(browser).toBeChecked()
  expect(await screen.findByText(/^Saved: /)).toBeVisible()
  fails = true
  await user.click(screen.getByRole('combobox', { name: 'A plan has ended: Email' }))
  await user.click(await screen.findByRole('option', { name: 'No' }))
  expect(await screen.findByText('No.')).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'A plan has ended: Email' })).toHaveValue('At once'),
  )
  await user.click(screen.getByRole('combobox', { name: 'Summary by email' }))
  await user.click(await screen.findByRole('option', { name: 'Every Monday at 07:00' }))
  expect(bodies).toEqual([
    { items: [{ type: 'registration.new', browser: true }] },
    { items: [{ type: 'plan.ended', email: 'off' }] },
    { digest: 'weekly' },
  ])
})

test('administrators find the notifications beside the logo', async () => {
  unread = 120
  loggedInAs({ role: 'ADMIN' })
  answers(() => ({}))
  await renderApp('/notifications')
  const bells = await screen.findAllByRole('link', { name: 'Notifications, 120 unread' })
  expect(bells).toHaveLength(2) // that of the sidebar, and that of the bar on narrow screens
  expect(screen.getAllByText('99+')).toHaveLength(2)
})

test('the link in a mail asks before it stops anything', async () => {
  const stopped = vi.fn()
  server.use(
    http.post('/notification/mail/unsubscribe/{token}', ({ params, response }) => {
      stopped(params.token)
      return response(200).json(ok({}, ['You will get no more of these mails.']))
    }),
  )
  const { user } = await renderApp('/unsubscribe/1.digest.2')
  const button = await screen.findByRole('button', { name: 'Stop these mails' })
  expect(stopped).not.toHaveBeenCalled()
  await user.click(button)
  expect(await screen.findByText('You will get no more of these mails.')).toBeVisible()
  expect(stopped).toHaveBeenCalledExactlyOnceWith('1.digest.2')
})
