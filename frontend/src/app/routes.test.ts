import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedInAs, renderApp } from '~/test/renderApp'
import { createAppRouter } from './router'

async function open(path: string) {
  const { router } = createAppRouter(new QueryClient(), createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const { location, matches } = router.state
  return { path: location.pathname, route: matches.at(-1)?.routeId }
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
])('%s is open to everyone', async (path, route) => {
  expect(await open(path)).toEqual({ path, route })
})

const PROTECTED = [
  ['/event-management', '/event-management/'],
  ['/event-management/add-new', '/event-management/add-new'],
  ['/event-management/edit/1', '/event-management/edit/$eventId'],
  ['/event-management/anything/else', '/event-management/$'],
  ['/profile', '/profile'],
  ['/participant-management', '/participant-management/'],
  ['/participant-management/1', '/participant-management/$eventId/$'],
  ['/participant-management/1/tickets', '/participant-management/$eventId/$'],
  ['/participant-management/1/messages', '/participant-management/$eventId/messages'],
  ['/committee-management', '/committee-management'],
  ['/plan-management', '/plan-management'],
  ['/plan/1', '/plan/$planId'],
  ['/dashboard', '/dashboard'],
  ['/group-management', '/group-management/'],
  ['/group-management/add-new', '/group-management/add-new'],
  ['/group-management/1', '/group-management/$groupId'],
  ['/lucky-draw', '/lucky-draw/'],
  ['/my-feed', '/my-feed'],
  ['/my-group', '/my-group/'],
  ['/my-group/1', '/my-group/$groupId/'],
  ['/my-group/1/2', '/my-group/$groupId/$postId'],
  ['/discovery', '/discovery'],
  ['/notifications', '/notifications'],
] as const

test.each(PROTECTED)('%s sends who is not logged in to login', async (path) => {
  expect(await open(path)).toMatchObject({ path: '/auth/login' })
})

test.each(PROTECTED)('%s opens when logged in', async (path, route) => {
  loggedInAs()
  expect(await open(path)).toEqual({ path, route })
})

test.each(['/nope', '/auth', '/auth/nope', '/my-group/1/2/3', '/plan', '/dashboard/x', '/profile/x'])(
  '%s is not found, logged in or out, and stays in the address bar',
  async (path) => {
    const stranger = await renderApp(path)
    expect(await screen.findByText('There is no such page')).toBeVisible()
    expect(stranger.path()).toBe(path)
    stranger.unmount()
    loggedInAs()
    const user = await renderApp(path)
    expect(await screen.findByText('There is no such page')).toBeVisible()
    expect(user.path()).toBe(path)
  },
)

test('/ leads to login', async () => {
  expect(await open('/')).toMatchObject({ path: '/auth/login' })
})
