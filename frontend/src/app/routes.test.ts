import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { chooseLanguage } from '~/lib/language'
import { mayOpen, screenOf } from '~/lib/screens'
import { session } from '~/lib/session'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { http, refused, server } from '~/test/server'
import { createAppRouter } from './router'

const BOTH = ['COMMITTEE', 'ADMIN'] as const

/** Some routes ask for their data before their screens do. */
beforeEach(() => {
  const gone = refused(5005, ['Not found'])
  server.use(
    http.get('/event', ({ response }) => response('default').json(gone, { status: 404 })),
    http.get('/event/{eventId}', ({ response }) => response('default').json(gone, { status: 404 })),
  )
})

async function open(path: string) {
  const { router, stop } = createAppRouter(new QueryClient(), createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  stop()
  const { location, matches } = router.state
  const isAllowed = mayOpen(screenOf(matches), session().profile)
  return { path: location.pathname, route: matches.at(-1)?.routeId, isAllowed }
}

test.each([
  ['/auth/login', '/auth/login/'],
  ['/auth/login/x/y', '/auth/login/$'],
  ['/auth/sign-up', '/auth/sign-up/'],
  ['/auth/sign-up/x', '/auth/sign-up/$'],
  ['/auth/forgot-password', '/auth/forgot-password'],
  ['/auth/reset-password/t', '/auth/reset-password/$token'],
  ['/verify-email/t', '/verify-email/$token'],
  ['/lucky-draw/1', '/lucky-draw/$eventId'],
  ['/event-management/checkin/1', '/event-management/checkin/$eventId'],
  ['/guides', '/guides/'],
  ['/guides/door', '/guides/$guide'],
])('%s is open to everyone', async (path, route) => {
  expect(await open(path)).toMatchObject({ path, route })
})

test.each([
  ['/auth/forgot-password', '/auth/forgot-password'],
  ['/auth/reset-password/t', '/auth/reset-password/$token'],
  ['/verify-email/t', '/verify-email/$token'],
  ['/lucky-draw/1', '/lucky-draw/$eventId'],
  ['/event-management/checkin/1', '/event-management/checkin/$eventId'],
  ['/guides', '/guides/'],
  ['/guides/door', '/guides/$guide'],
])('%s stays open after the login', async (path, route) => {
  for (const role of BOTH) {
    loggedInAs({ role })
    expect(await open(path)).toEqual({ path, route, isAllowed: true })
  }
})

test.each([
  ['/auth/login', 'COMMITTEE', '/event-management'],
  ['/auth/login/x/y', 'ADMIN', '/dashboard'],
  ['/auth/sign-up', 'ADMIN', '/dashboard'],
  ['/auth/sign-up/x', 'COMMITTEE', '/event-management'],
] as const)('%s leads %s to %s', async (path, role, home) => {
  loggedInAs({ role })
  expect(await open(path)).toMatchObject({ path: home })
})

test.each(['/form/42', '/form/preview/42', '/event-management/form', '/event-management/form/7'])(
  '%s contains /form and requires no login',
  async (path) => expect(await open(path)).toMatchObject({ path }),
)

/** With the roles that may open them. */
const PROTECTED = [
  ['/event-management', '/event-management/', BOTH],
  ['/event-management/', '/event-management/', BOTH],
  ['/event-management/add-new', '/event-management/add-new', BOTH],
  ['/event-management/edit/1', '/event-management/edit/$eventId', BOTH],
  ['/event-management/0198c5a1-7c00-7000-8000-000000000001', '/event-management/$eventId', BOTH],
  ['/event-management/checkin', '/event-management/$', BOTH],
  ['/event-management/formula', '/event-management/$', BOTH],
  ['/event-management/anything/else', '/event-management/$', BOTH],
  ['/profile', '/profile', BOTH],
  ['/participant-management', '/participant-management/', BOTH],
  ['/participant-management/1', '/participant-management/$eventId/$', BOTH],
  ['/participant-management/1/tickets', '/participant-management/$eventId/$', BOTH],
  ['/participant-management/1/door', '/participant-management/$eventId/door', BOTH],
  ['/participant-management/1/messages', '/participant-management/$eventId/messages', BOTH],
  ['/participant-management/1/staff', '/participant-management/$eventId/staff', BOTH],
  ['/committee-management', '/committee-management', ['ADMIN']],
  ['/plan-management', '/plan-management', ['ADMIN']],
  ['/plan/1', '/plan/$planId', ['ADMIN']],
  ['/system', '/system', ['ADMIN']],
  ['/dashboard', '/dashboard', ['ADMIN']],
  ['/group-management', '/group-management/', ['ADMIN']],
  ['/group-management/add-new', '/group-management/add-new', BOTH],
  ['/group-management/1', '/group-management/$groupId', BOTH],
  ['/lucky-draw', '/lucky-draw/', BOTH],
  ['/my-feed', '/my-feed', BOTH],
  ['/my-group', '/my-group/', BOTH],
  ['/my-group/1', '/my-group/$groupId/', BOTH],
  ['/my-group/1/2', '/my-group/$groupId/$postId', BOTH],
  ['/discovery', '/discovery', ['COMMITTEE']],
  ['/notifications', '/notifications', BOTH],
] as const

test.each(PROTECTED)('%s sends visitors without a login to the login', async (path) => {
  expect(await open(path)).toMatchObject({ path: '/auth/login' })
})

describe.each(BOTH)('%s', (role) => {
  test.each(PROTECTED)('%s', async (path, route, roles) => {
    loggedInAs({ role })
    expect(await open(path)).toEqual({ path, route, isAllowed: roles.some((one) => one === role) })
  })
})

test.each([
  ['COMMITTEE', '/plan-management', '/event-management'],
  ['COMMITTEE', '/dashboard', '/event-management'],
  ['ADMIN', '/discovery', '/dashboard'],
] as const)('%s is told that %s is not theirs, and the way home', async (role, path, home) => {
  loggedInAs({ role })
  const app = await renderApp(path)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('You may not open this page')
  expect(document.title).toBe('You may not open this page · Hội')
  expect(screen.getByRole('link', { name: 'Go to your start page' })).toHaveAttribute('href', home)
  await act(async () => chooseLanguage('vi'))
  expect(document.title).toBe('Bạn không được mở trang này · Hội')
  await app.user.click(screen.getByRole('link', { name: 'Về trang chính' }))
  await waitFor(() => expect(app.path()).toBe(home))
  expect(screen.queryByText('Bạn không được mở trang này')).toBeNull()
})

test.each([
  '/nope',
  '/form',
  '/form/1/2/3',
  '/auth',
  '/auth/nope',
  '/auth/forgot-password/x',
  '/auth/reset-password',
  '/verify-email',
  '/plan',
  '/dashboard/x',
  '/my-group/1/2/3',
  '/group-management/1/2',
  '/profile/x',
  '/profiles',
  '/event-managements',
])('%s is not found, logged in or out, and stays in the address bar', async (path) => {
  const stranger = await renderApp(path)
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(stranger.path()).toBe(path)
  stranger.unmount()
  loggedInAs()
  const user = await renderApp(path)
  expect(await screen.findByText('There is no such page')).toBeVisible()
  expect(user.path()).toBe(path)
})

test('/ leads to login', async () => {
  expect(await open('/')).toMatchObject({ path: '/auth/login' })
})
