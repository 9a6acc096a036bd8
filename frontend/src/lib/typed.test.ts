import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { http, LOGIN_RESULT, ok, server } from '~/test/server'
import { logOut } from './logOut'
import { endSession, session, startSession } from './session'
import {
  forgetTyped,
  isLeftBehind,
  isProgramOver,
  keepTypedAt,
  leaveBehind,
  stay,
  typedAt,
  whenLeft,
} from './typed'

const LAN = LOGIN_RESULT.user.id
const DAY = 24 * 60 * 60 * 1000

beforeEach(() => startSession(LOGIN_RESULT, true))
afterEach(() => forgetTyped(LAN))

test('restores typed values to the same account at the same place', () => {
  keepTypedAt(LAN, '/profile profile', { fullName: 'Lan' })
  expect(typedAt(LAN, '/profile profile')?.values).toEqual({ fullName: 'Lan' })
  expect(typedAt(LAN, '/profile other')).toBeUndefined()
  expect(typedAt('another', '/profile profile')).toBeUndefined()
  keepTypedAt(LAN, '/profile profile', null)
  expect(typedAt(LAN, '/profile profile')).toBeUndefined()
})

test('is bounded in days, in number and in size', () => {
  keepTypedAt(LAN, 'old', { text: 'a' })
  vi.useFakeTimers({ now: Date.now() + 8 * DAY })
  expect(typedAt(LAN, 'old')).toBeUndefined()
  for (let form = 0; form < 30; form += 1) keepTypedAt(LAN, `${form}`, { text: 'a' })
  expect(typedAt(LAN, '0')).toBeUndefined()
  expect(typedAt(LAN, '29')).toBeDefined()
  expect(keepTypedAt(LAN, 'long', { text: 'a'.repeat(400_000) })).toBe(true)
  expect(keepTypedAt(LAN, 'longer', { text: 'a'.repeat(400_000) })).toBe(true)
  expect(typedAt(LAN, 'long')).toBeUndefined()
  expect(keepTypedAt(LAN, 'too long', { text: 'a'.repeat(600_000) })).toBe(false)
  expect(typedAt(LAN, 'longer')).toBeDefined()
})

test.each(['{', '7', 'null', '[null, 7, {"place": "p"}]'])('damaged entries count as missing: %s', (text) => {
  localStorage.setItem(`draft:typed:${LAN}`, text)
  expect(typedAt(LAN, 'p')).toBeUndefined()
})

test('a device that refuses to store loses nothing while the page lives', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  expect(keepTypedAt(LAN, 'p', { text: 'a' })).toBe(true)
  expect(typedAt(LAN, 'p')?.values).toEqual({ text: 'a' })
  set.mockRestore()
})

test('forms on the screen are kept when the page is hidden or left', () => {
  const save = vi.fn(() => true)
  const stop = whenLeft(save)
  window.dispatchEvent(new Event('pagehide'))
  expect(save).toHaveBeenCalledOnce()
  expect(isLeftBehind()).toBe(false)
  stop()
  window.dispatchEvent(new Event('pagehide'))
  expect(save).toHaveBeenCalledOnce()
})

test('forms are left behind until the next login', () => {
  expect(leaveBehind('session')).toBe(false)
  expect(isLeftBehind()).toBe(true)
  endSession()
  expect(isLeftBehind()).toBe(true)
  startSession(LOGIN_RESULT, true)
  expect(isLeftBehind()).toBe(false)
})

test('a logout forgets it, a session that ends does not', async () => {
  server.use(http.post('/auth/logout', ({ response }) => response(200).json(ok({}))))
  keepTypedAt(LAN, 'p', { text: 'a' })
  endSession()
  expect(typedAt(LAN, 'p')).toBeDefined()
  startSession(LOGIN_RESULT, true)
  await logOut()
  expect(session().loggedIn).toBe(false)
  expect(typedAt(LAN, 'p')).toBeUndefined()
})

test('a page whose program is over leaves its forms behind until it is replaced', () => {
  const stop = whenLeft(() => true)
  expect(leaveBehind('program')).toBe(true)
  stop()
  startSession(LOGIN_RESULT, true)
  expect(isLeftBehind()).toBe(true)
  expect(isProgramOver()).toBe(true)
  stay()
  expect(isLeftBehind()).toBe(false)
})
