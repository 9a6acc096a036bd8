import { expect, test } from 'vitest'
import { homeOf, isFormPath, isOutsideOfSession, showsSidebar } from './paths'

test.each([
  ['/form/42', true],
  ['/form/preview/42', true],
  ['/event-management/form', true],
  ['/event-management/form/7', true],
  ['/event-management/formula', false],
  ['/my-group/formula-one', false],
  ['/event-management', false],
])('%s contains /form: %s', (path, contains) => expect(isFormPath(path)).toBe(contains))

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
])('%s shows the sidebar: %s', (path, shown) => expect(showsSidebar(path)).toBe(shown))

test.each([
  ['/auth/forgot-password', true],
  ['/auth/reset-password/abc', true],
  ['/verify-email/abc', true],
  ['/authors', false],
  ['/event-management/checkin/42', false],
  ['/money', false],
])('%s is outside of a session: %s', (path, outside) => expect(isOutsideOfSession(path)).toBe(outside))

test('home is the events for COMMITTEE and the dashboard for any other role', () => {
  expect(homeOf('COMMITTEE')).toBe('/event-management')
  expect(homeOf('ADMIN')).toBe('/dashboard')
  expect(homeOf(undefined)).toBe('/dashboard')
})
