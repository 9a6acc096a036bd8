import { describe, expect, test } from 'vitest'
import { guard, homeOf, showsSidebar, type Verdict } from './paths'

describe('guard', () => {
  const everyone = [
    '/',
    '/form/42',
    '/form/preview/42',
    '/lucky-draw/42',
    '/event-management/checkin/42',
    '/auth/login',
    '/auth/login/x/y',
    '/auth/sign-up',
    '/auth/sign-up/x',
    '/verify-email/abc',
    '/auth/forgot-password',
    '/auth/reset-password/abc',
    '/event-management/form',
    '/event-management/form/7',
  ]
  const signedIn = [
    '/event-management',
    '/event-management/',
    '/event-management/add-new',
    '/event-management/edit/42',
    '/event-management/checkin',
    '/event-management/formula',
    '/profile',
    '/participant-management',
    '/participant-management/42',
    '/committee-management',
    '/plan-management',
    '/plan/42',
    '/dashboard',
    '/group-management',
    '/group-management/add-new',
    '/group-management/42',
    '/lucky-draw',
    '/my-feed',
    '/my-group',
    '/my-group/42',
    '/my-group/42/7',
    '/discovery',
    '/notifications',
  ]
  const nobody = [
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
    '/profiles',
    '/event-managements',
  ]
  const table: [string, boolean, Verdict][] = [
    ...everyone.flatMap((path): [string, boolean, Verdict][] => [
      [path, false, 'allow'],
      [path, true, 'allow'],
    ]),
    ...signedIn.flatMap((path): [string, boolean, Verdict][] => [
      [path, false, 'login'],
      [path, true, 'allow'],
    ]),
    ...nobody.flatMap((path): [string, boolean, Verdict][] => [
      [path, false, 'not-found'],
      [path, true, 'not-found'],
    ]),
  ]
  test.each(table)('%s, logged in: %s → %s', (path, loggedIn, verdict) => {
    expect(guard(path, loggedIn)).toBe(verdict)
  })
})

describe('sidebar', () => {
  test.each([
    ['/', false],
    ['/auth/login', false],
    ['/auth/sign-up/x', false],
    ['/form/42', false],
    ['/form/preview/42', false],
    ['/event-management/form', false],
    ['/event-management/checkin/42', false],
    ['/lucky-draw', false],
    ['/lucky-draw/42', false],
    ['/verify-email/abc', false],
    ['/event-management', true],
    ['/event-management/add-new', true],
    ['/event-management/formula', true],
    ['/my-group/formula-one', true],
    ['/profile', true],
    ['/nope', true],
  ])('%s → %s when logged in, hidden when not', (path, shown) => {
    expect(showsSidebar(path, true)).toBe(shown)
    expect(showsSidebar(path, false)).toBe(false)
  })
})

test('home is the events for COMMITTEE and the dashboard for any other role', () => {
  expect(homeOf('COMMITTEE')).toBe('/event-management')
  expect(homeOf('ADMIN')).toBe('/dashboard')
  expect(homeOf(undefined)).toBe('/dashboard')
})
