import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LOGIN_RESULT, ME } from '~/test/server'
import { keepPlace, placeIn } from './listPlace'
import {
  endSession,
  onOtherAccount,
  onSessionLost,
  reloadSession,
  session,
  startSession,
  updateSession,
} from './session'
import { accessToken, refreshToken } from './tokens'

const stored = () => JSON.parse(localStorage.getItem('auth') ?? 'null')

// The application of another test would say farewell, and keep the path of its screen.
beforeEach(() => onSessionLost((show) => show()))

test('starts empty, with "remember me" on', () => {
  reloadSession()
  expect(session()).toEqual({
    isRemember: true,
    loggedIn: false,
    profile: null,
    planSummary: null,
    personalPlans: [],
  })
})

describe('remembered', () => {
  let cookies: string[]
  beforeEach(() => {
    cookies = []
    const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
    vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => {
      cookies.push(cookie)
      jar?.set?.call(document, cookie)
    })
    startSession(LOGIN_RESULT, true)
  })

  test('keeps the tokens in cookies on / for as long as the server says', () => {
    expect(cookies).toContain('accessToken=access-1; path=/; max-age=900; SameSite=Lax')
    expect(cookies).toContain('refreshToken=refresh-1; path=/; max-age=3600; SameSite=Lax')
    expect(sessionStorage).toHaveLength(0)
    expect(localStorage.getItem('auth')).not.toContain('access-1')
  })

  test('survives closing the browser', () => {
    sessionStorage.clear()
    reloadSession()
    expect(session()).toMatchObject({ loggedIn: true, profile: { fullName: ME.fullName } })
  })

  test('leaves nothing but the language when ended', () => {
    localStorage.setItem('lang', 'en')
    endSession()
    expect(document.cookie).toBe('lang=en')
    expect({ ...localStorage }).toEqual({ lang: 'en' })
    expect(session().loggedIn).toBe(false)
  })
})

describe('not remembered', () => {
  beforeEach(() => startSession(LOGIN_RESULT, false))

  test('keeps the tokens in this tab only', () => {
    expect(document.cookie).toBe('lang=en')
    expect([accessToken(), refreshToken()]).toEqual(['access-1', 'refresh-1'])
    expect(sessionStorage.getItem('accessToken')).toBe('access-1')
    expect(stored()).toMatchObject({ isRemember: false, loggedIn: true })
  })

  test('is over when the browser is closed', () => {
    sessionStorage.clear()
    reloadSession()
    expect(session()).toMatchObject({ loggedIn: false, isRemember: false, profile: null })
  })

  test('forgets a token when the time the server gave is over', () => {
    vi.useFakeTimers({ now: Date.now() + 901_000 })
    expect(accessToken()).toBeNull()
    expect(refreshToken()).toBe('refresh-1')
  })

  test('leaves nothing when ended, not even where its lists were read', () => {
    keepPlace('ev1 0912345678', { index: 20, rows: [{ row: 'a1', top: 0 }] })
    expect(placeIn('ev1 0912345678')).toBeDefined()
    endSession()
    expect(sessionStorage).toHaveLength(0)
    expect(stored()).toBeNull()
  })
})

test("takes over the server's data of the account", () => {
  startSession(LOGIN_RESULT, true)
  updateSession({ ...ME, fullName: 'Lan Nguyễn' })
  expect(stored()).toMatchObject({
    profile: { fullName: 'Lan Nguyễn' },
    planSummary: ME.planSummary,
    personalPlans: [],
  })
})

test('follows a logout in another tab', () => {
  startSession(LOGIN_RESULT, true)
  // biome-ignore lint/suspicious/noDocumentCookie: as the other tab did.
  for (const name of ['accessToken', 'refreshToken']) document.cookie = `${name}=; path=/; max-age=0`
  localStorage.removeItem('auth')
  keepPlace('ev1 0912345678', { index: 20, rows: [{ row: 'a1', top: 0 }] })
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: null }))
  expect(session().loggedIn).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})

test('a page of another account than the one that another tab has logged in is replaced', () => {
  const replace = vi.fn()
  onOtherAccount(replace)
  startSession(LOGIN_RESULT, true)
  const known = stored()
  const become = (id: string) => {
    localStorage.setItem('auth', JSON.stringify({ ...known, profile: { ...known.profile, id } }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth' }))
  }
  become(LOGIN_RESULT.user.id)
  expect(replace).not.toHaveBeenCalled()
  become('another')
  expect(replace).toHaveBeenCalledOnce()
  expect(session().profile?.id).toBe('another')
})

test('a damaged entry is as good as none', () => {
  localStorage.setItem('auth', '{"loggedIn":')
  reloadSession()
  expect(session().loggedIn).toBe(false)
})
