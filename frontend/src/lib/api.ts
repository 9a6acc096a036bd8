import createClient from 'openapi-fetch'
import type { paths } from '~/api/schema'
import { API_BASE, ApiError, type Envelope, isEnvelope, TIMEOUT } from './apiError'
import { earlyAnswer } from './earlyAnswers'
import { language } from './language'
import { requestFailed } from './requestFailed'
import { keyOf, noteAnswer } from './requestKeys'
import { endSession, session } from './session'
import { accessToken, refreshToken, storeToken } from './tokens'

export const KEY_HEADER = 'Idempotency-Key'

const SUCCESS: unknown[] = [2000, 2001, 2002]
/** Codes with which any call says that the session has ended. */
const SESSION_ENDED: unknown[] = [5017, 'INVALID_REFRESH_TOKEN', 5020, 'ACCOUNT_DISABLED']
const INVALID_ACCESS_TOKEN: unknown[] = [401, 5018, 'INVALID_ACCESS_TOKEN']
/** Codes with which a refresh says so. Any other failure is temporary. */
const NOT_RENEWED: unknown[] = [...SESSION_ENDED, 5018, 'INVALID_ACCESS_TOKEN']

/** Calls that open or close a session answer 401 for reasons of their own: they are never refreshed or retried. */
const isAuthCall = (request: Request) => new URL(request.url).pathname.startsWith(`${API_BASE}/auth/`)
/** The only one of them that needs a bearer. */
const isPasswordChange = (request: Request) => request.method === 'PUT' && isAuthCall(request)

/**
 * A body that names the version that was read, also where the server lets clients of the first version leave it out
 * (docs/versions.md). A switch, which sets a single field, says `undefined`.
 */
export type Change<Body> = Body & {
  [Name in Extract<keyof Body, 'version' | 'versions' | 'updatedAt' | 'seen'>]: Body[Name]
}

type ChangeCall<Call> = Call extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Omit<Call, 'requestBody'> & { requestBody: { content: { 'application/json': Change<Body> } } }
  : Call

/** The calls of the server, of which each `PUT` demands the version. */
type Calls = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path]]: Method extends 'put'
      ? ChangeCall<paths[Path][Method]>
      : paths[Path][Method]
  }
}

export const api = createClient<Calls>({
  baseUrl: new URL(API_BASE, location.origin).href,
  fetch: send,
})

/**
 * Unwraps an answer: `const me = await call(api.GET('/users/me'))`.
 * Anything but success is thrown as an `ApiError`, also a dead connection or a timeout.
 */
export async function call<T>(request: Promise<{ data?: { data: T }; error?: unknown; response: Response }>) {
  return (await answer(request)).data
}

/** Like `call`, for callers that need the `code` or the `messages` beside the data. */
export async function answer<E extends { data: unknown }>(
  request: Promise<{ data?: E; error?: unknown; response: Response }>,
): Promise<E> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    throw requestFailed(cause)
  })
  if (data && isEnvelope(data) && SUCCESS.includes(data.code)) return data
  throw new ApiError(response.status, data ?? error)
}

async function send(request: Request): Promise<Response> {
  if (!isAuthCall(request) || isPasswordChange(request)) await freshToken()
  if (isAuthCall(request)) return attempt(request)
  // Requests of a page that is being left have to go at once, and their content cannot be read at once.
  if (request.method !== 'POST' || request.keepalive || request.headers.has(KEY_HEADER))
    return sendSigned(request)
  const content = `${new URL(request.url).pathname}\n${await request.clone().text()}`
  request.headers.set(KEY_HEADER, keyOf(content))
  const response = await sendSigned(request)
  noteAnswer(content, response.status)
  return response
}

async function sendSigned(request: Request): Promise<Response> {
  const again = request.clone()
  const offered = accessToken()
  const response = await attempt(request)
  const code = await codeOf(response)
  if (SESSION_ENDED.includes(code)) endSession()
  const expired = code === undefined ? response.status === 401 : INVALID_ACCESS_TOKEN.includes(code)
  if (!expired || !(await renewAfter(offered))) return response
  return attempt(again)
}

async function attempt(request: Request): Promise<Response> {
  request.headers.set('Accept-Language', language())
  const token = accessToken()
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  return (
    (await earlyAnswer(request)) ??
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT)]) })
  )
}

let refreshing: Promise<boolean> | undefined

/**
 * To be called when the server refused the access token `offered`: true when the call is worth repeating. A token that
 * was renewed since (by another call, the socket or another tab) is used as it is, so that one expiry costs one refresh.
 */
export function renewAfter(offered: string | null): Promise<boolean> {
  const current = accessToken()
  return current !== null && current !== offered ? Promise.resolve(true) : refreshOnce()
}

/**
 * Fetches a new access token; calls that come meanwhile wait for the same answer. False, and logged out, when the
 * server refuses one. A dead connection or a server that is busy or broken has not refused: then it throws and leaves
 * the session as it is.
 */
function refreshOnce(): Promise<boolean> {
  refreshing ??= refresh().finally(() => {
    refreshing = undefined
  })
  return refreshing
}

/** The access token to offer, renewed beforehand when it has run out by the clock; null when there is none. */
export async function freshToken(): Promise<string | null> {
  if (!accessToken() && refreshToken()) await refreshOnce()
  return accessToken()
}

async function refresh(): Promise<boolean> {
  const given = refreshToken()
  if (given) {
    try {
      const { token } = await call(api.POST('/auth/refresh-token', { body: { refreshToken: given } }))
      // The user may have logged out while we waited; a late answer must not bring the session back.
      if (refreshToken() === given) {
        storeToken('accessToken', token.accessToken, token.expiresIn, session().isRemember)
        return true
      }
    } catch (error) {
      if (!(error instanceof ApiError) || !NOT_RENEWED.includes(error.code)) throw error
    }
  }
  endSession()
  return false
}

/** The code in the body decides, whatever the HTTP status. */
async function codeOf(response: Response): Promise<Envelope['code'] | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return isEnvelope(body) ? body.code : undefined
}
