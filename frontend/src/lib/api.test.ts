import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { http, LOGIN_RESULT, ME, ok, refused, server } from '~/test/server'
import { api, call } from './api'
import { ApiError, NO_ANSWER, TIMED_OUT } from './apiError'
import { chooseLanguage } from './language'
import { session, startSession } from './session'
import { accessToken, refreshToken } from './tokens'

const me = () => call(api.GET('/users/me'))

/** Answers /users/me only to this access token. */
function acceptOnly(token: string) {
  const seen: (string | null)[] = []
  server.use(
    http.get('/users/me', ({ request, response }) => {
      const given = request.headers.get('authorization')
      seen.push(given)
      return given === `Bearer ${token}`
        ? response(200).json(ok(ME))
        : response('default').json(refused(5018, ['Please log in.']), { status: 401 })
    }),
  )
  return seen
}

function refreshGives(token: string | null) {
  const calls: unknown[] = []
  server.use(
    http.post('/auth/refresh-token', async ({ request, response }) => {
      calls.push(await request.json())
      return token
        ? response(200).json(ok({ token: { accessToken: token, expiresIn: 900 } }))
        : response('default').json(refused(5017), { status: 401 })
    }),
  )
  return calls
}

describe('every request', () => {
  test('carries the language, and the bearer only when there is one', async () => {
    const seen: (string | null)[][] = []
    server.use(
      http.get('/users/me', ({ request, response }) => {
        seen.push([request.headers.get('accept-language'), request.headers.get('authorization')])
        return response(200).json(ok(ME))
      }),
    )
    await me()
    startSession(LOGIN_RESULT, true)
    chooseLanguage('vi')
    await me()
    expect(seen).toEqual([
      ['en', null],
      ['vi', 'Bearer access-1'],
    ])
  })

  test('is given up after 20 seconds, and leaves the session alone', async () => {
    startSession(LOGIN_RESULT, true)
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      expect(ms).toBe(20_000)
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
    })
    const error = await me().catch((thrown: unknown) => thrown)
    expect(limit).toHaveBeenCalled()
    expect(error).toMatchObject({ code: TIMED_OUT, messages: [expect.stringContaining('in time')] })
    expect(session().loggedIn).toBe(true)
  })

  test('without a server says so', async () => {
    server.use(http.get('/users/me', () => HttpResponse.error() as never))
    await expect(me()).rejects.toMatchObject({ code: NO_ANSWER })
  })
})

describe('a request that makes something', () => {
  const add = (title: string) => call(api.POST('/event-draft', { body: { title, content: {} } }))
  const kept = { id: 'd1', title: 'Gala', version: 1, updatedAt: '2026-01-01T00:00:00Z' }

  /** Gives the keys that come in; the first requests are answered with these statuses, or not at all (0). */
  function serve(...failures: number[]) {
    const keys: (string | null)[] = []
    server.use(
      http.post('/event-draft', ({ request, response }) => {
        keys.push(request.headers.get('idempotency-key'))
        const failure = failures[keys.length - 1]
        if (failure === undefined) return response(200).json(ok(kept))
        if (failure === 0) return HttpResponse.error() as never
        return response.untyped(HttpResponse.json(refused(5003, ['No.']), { status: failure }))
      }),
    )
    return keys
  }

  test.each([0, 500, 503])(
    'has the same key when it is sent again after a lost answer (%i)',
    async (status) => {
      const keys = serve(status)
      await expect(add('Gala')).rejects.toBeInstanceOf(ApiError)
      await add('Gala')
      expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
      expect(keys[1]).toBe(keys[0])
    },
  )

  test('has another key after an answer, with another content, and after a while', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const keys = serve(409, 0, 0)
    await expect(add('Gala')).rejects.toBeInstanceOf(ApiError)
    await expect(add('Gala')).rejects.toBeInstanceOf(ApiError)
    await expect(add('Another')).rejects.toBeInstanceOf(ApiError)
    vi.setSystemTime(Date.now() + 11 * 60_000)
    await add('Gala')
    await add('Gala')
    expect(new Set(keys).size).toBe(5)
    vi.useRealTimers()
  })

  test('has no key where it is sent by a page that is being left, which cannot wait for one', async () => {
    const keys = serve()
    await call(api.POST('/event-draft', { body: { title: 'Gala', content: {} }, keepalive: true }))
    expect(keys).toEqual([null])
  })

  test('has one key when it is pressed twice at the same moment', async () => {
    const keys = serve()
    await Promise.all([add('Gala'), add('Gala')])
    expect(keys[1]).toBe(keys[0])
  })

  test('keeps its key when the access token is renewed', async () => {
    startSession(LOGIN_RESULT, true)
    refreshGives('access-2')
    const keys: (string | null)[] = []
    server.use(
      http.post('/event-draft', ({ request, response }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length > 1
          ? response(200).json(ok(kept))
          : response('default').json(refused(5018), { status: 401 })
      }),
    )
    await add('Gala')
    expect(keys[1]).toBe(keys[0])
  })
})

describe('an access token that ran out', () => {
  beforeEach(() => startSession(LOGIN_RESULT, true))

  test('is renewed and the call repeated once', async () => {
    const seen = acceptOnly('access-2')
    const refreshes = refreshGives('access-2')
    await expect(me()).resolves.toMatchObject({ fullName: ME.fullName })
    expect(seen).toEqual(['Bearer access-1', 'Bearer access-2'])
    expect(refreshes).toEqual([{ refreshToken: 'refresh-1' }])
    expect(accessToken()).toBe('access-2')
  })

  test('is renewed once for many calls at the same time', async () => {
    acceptOnly('access-2')
    const refreshes = refreshGives('access-2')
    await expect(Promise.all([me(), me(), me(), me()])).resolves.toHaveLength(4)
    expect(refreshes).toHaveLength(1)
  })

  test('is not renewed again for a refusal that comes after the renewal', async () => {
    const refreshes = refreshGives('access-2')
    let releaseLate = () => {}
    const late = new Promise<void>((resolve) => {
      releaseLate = resolve
    })
    let calls = 0
    server.use(
      http.get('/users/me', async ({ request, response }) => {
        calls += 1
        if (request.headers.get('authorization') === 'Bearer access-2') return response(200).json(ok(ME))
        if (calls === 1) await late
        return response('default').json(refused(5018), { status: 401 })
      }),
    )
    const slow = me()
    await me()
    releaseLate()
    await expect(slow).resolves.toMatchObject({ id: ME.id })
    expect(refreshes).toHaveLength(1)
  })

  test('is renewed whatever HTTP status carries the code', async () => {
    let calls = 0
    server.use(
      http.get('/users/me', ({ response }) => {
        calls += 1
        if (calls > 1) return response(200).json(ok(ME))
        return response.untyped(HttpResponse.json({ code: 'INVALID_ACCESS_TOKEN' }))
      }),
    )
    refreshGives('access-2')
    await expect(me()).resolves.toMatchObject({ id: ME.id })
  })

  test('does not start a loop when the new one is refused too', async () => {
    const seen = acceptOnly('never')
    const refreshes = refreshGives('access-2')
    await expect(me()).rejects.toMatchObject({ code: 5018 })
    expect(seen).toHaveLength(2)
    expect(refreshes).toHaveLength(1)
  })

  test('ends the session when it cannot be renewed', async () => {
    acceptOnly('access-2')
    refreshGives(null)
    await expect(me()).rejects.toBeInstanceOf(ApiError)
    expect(session().loggedIn).toBe(false)
    expect([accessToken(), refreshToken()]).toEqual([null, null])
  })

  test.each([5017, 5018, 5020])('ends the session when renewing is refused with %i', async (code) => {
    acceptOnly('access-2')
    server.use(
      http.post('/auth/refresh-token', ({ response }) =>
        response('default').json(refused(code), { status: 401 }),
      ),
    )
    await expect(me()).rejects.toBeInstanceOf(ApiError)
    expect(session().loggedIn).toBe(false)
  })

  test('ends the session when the account is suspended', async () => {
    server.use(
      http.get('/users/me', ({ response }) =>
        response('default').json(refused(5020, ['This account is suspended.']), { status: 403 }),
      ),
    )
    await expect(me()).rejects.toMatchObject({ code: 5020, messages: ['This account is suspended.'] })
    expect(session().loggedIn).toBe(false)
  })

  test.each([
    ['is busy', 503, refused(5003, ['Later.']), 5003],
    ['is broken', 500, refused(5000, ['Broken.']), 5000],
    ['is hidden behind a proxy that says so', 502, '<h1>Bad Gateway</h1>', 502],
    ['gives the call no place', 429, refused(5003, ['Slow down.']), 5003],
  ])('keeps the session when the server %s', async (_, status, body, code) => {
    acceptOnly('access-2')
    server.use(
      http.post('/auth/refresh-token', ({ response }) =>
        response.untyped(
          typeof body === 'string'
            ? HttpResponse.html(body, { status })
            : HttpResponse.json(body, { status }),
        ),
      ),
    )
    await expect(me()).rejects.toMatchObject({ code })
    expect(session().loggedIn).toBe(true)
    expect(refreshToken()).toBe('refresh-1')
    refreshGives('access-2')
    await expect(me()).resolves.toMatchObject({ id: ME.id })
  })

  test('keeps the session when the server cannot be reached for renewing', async () => {
    acceptOnly('access-2')
    server.use(http.post('/auth/refresh-token', () => HttpResponse.error() as never))
    await expect(me()).rejects.toMatchObject({ code: NO_ANSWER })
    expect(session().loggedIn).toBe(true)
  })
})

test('a change that forgets the version that was read does not compile', () => {
  const forgets = (name: string) => {
    const params = { path: { groupId: 'g1', userId: 'u1' } }
    // @ts-expect-error A switch says that it names none.
    return api.PUT('/group/{groupId}/member/{userId}', { params, body: { position: name } })
  }
  const names = (version: number | undefined) => {
    const params = { path: { groupId: 'g1', userId: 'u1' } }
    return api.PUT('/group/{groupId}/member/{userId}', { params, body: { role: 'member', version } })
  }
  expect([forgets, names]).toHaveLength(2)
})

test('an access token that ran out by the clock is renewed before the call, also for a change of password', async () => {
  startSession({ ...LOGIN_RESULT, token: { accessToken: 'old', expiresIn: 0 } }, false)
  refreshGives('access-2')
  const seen = acceptOnly('access-2')
  await me()
  expect(seen).toEqual(['Bearer access-2'])
  startSession({ ...LOGIN_RESULT, token: { accessToken: 'old', expiresIn: 0 } }, true)
  server.use(
    http.put('/auth/password', ({ request, response }) => {
      seen.push(request.headers.get('authorization'))
      return response(200).json(ok({}))
    }),
  )
  await call(api.PUT('/auth/password', { body: { oldPassword: 'a', newPassword: 'b' } }))
  expect(seen.at(-1)).toBe('Bearer access-2')
})

test('without a refresh token a refused access token ends the session', async () => {
  startSession({ ...LOGIN_RESULT, refreshToken: { refreshToken: 'gone', expiresIn: 0 } }, false)
  acceptOnly('other')
  await expect(me()).rejects.toMatchObject({ code: 5018 })
  expect(session().loggedIn).toBe(false)
})

test('an invalid refresh token in any answer ends the session', async () => {
  startSession(LOGIN_RESULT, true)
  server.use(
    http.get('/users/me', ({ response }) => response('default').json(refused(5017), { status: 401 })),
  )
  await expect(me()).rejects.toMatchObject({ code: 5017 })
  expect(session().loggedIn).toBe(false)
})

test.each([
  [500, 5000],
  [403, 5016],
  [401, 5019],
] as const)('HTTP %i with code %i passes through and keeps the session', async (status, code) => {
  startSession(LOGIN_RESULT, true)
  server.use(
    http.get('/users/me', ({ response }) => response('default').json(refused(code, ['Why.']), { status })),
  )
  await expect(me()).rejects.toMatchObject({ code, messages: ['Why.'] })
  expect(session().loggedIn).toBe(true)
})

test('calls under /auth are neither refreshed nor do they end the session', async () => {
  startSession(LOGIN_RESULT, true)
  let calls = 0
  server.use(
    http.post('/auth/login', ({ response }) => {
      calls += 1
      return response('default').json(refused(5018, ['No.']), { status: 401 })
    }),
  )
  const login = call(api.POST('/auth/login', { body: { email: 'a@b.vn', password: 'x' } }))
  await expect(login).rejects.toMatchObject({ messages: ['No.'] })
  expect(calls).toBe(1)
  expect(session().loggedIn).toBe(true)
})
