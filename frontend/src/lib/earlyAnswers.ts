/**
 * Requests that a page makes while its program is still on its way, so that the first screen finds its data. The first
 * script asks and the application takes: they share no module, so the answers stand at the window.
 */

import { API_BASE, TIMEOUT } from './apiError'
import { storedLanguage } from './languages'
import { accessToken } from './tokens'

interface EarlyAnswer {
  answer: Promise<Response>
  /** Whose answer it is, and in which language. */
  token: string
  language: string
  /** Of the browser's clock, in milliseconds since the page was opened. */
  askedAt: number
}

declare global {
  interface Window {
    earlyAnswers?: Map<string, EarlyAnswer>
  }
}

/** The first requests of the screens that are opened most, by path without a query. */
const FIRST: readonly (readonly [path: RegExp, requests: (id: string) => readonly string[]])[] = [
  [/^\/event-management\/?$/, () => ['/event?page=1&limit=10', '/event-draft']],
  [/^\/event-management\/([^/]*\d[^/]*)\/?$/, (id) => [`/event/${id}`]],
  [
    /^\/participant-management\/([^/]+)\/?$/,
    (id) => [`/event/${id}`, `/event/${id}/attendances?limit=100&page=1`],
  ],
]

/** Asks for what the screen of this address will need, as the user who is logged in. */
export function askEarly({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const token = accessToken()
  if (!token) return
  const requests = FIRST.flatMap(([path, requests]) => {
    const [isMeant, id = ''] = path.exec(pathname) ?? []
    return isMeant !== undefined && search === '' ? requests(id) : []
  })
  const [language, askedAt] = [storedLanguage(), performance.now()]
  const headers = { Authorization: `Bearer ${token}`, 'Accept-Language': language }
  window.earlyAnswers = new Map(
    ['/users/me', ...requests].map((request) => {
      const { href } = new URL(API_BASE + request, location.origin)
      const answer = fetch(href, { headers, signal: AbortSignal.timeout(TIMEOUT) })
      answer.catch(() => undefined) // Asked again by the application.
      return [href, { answer, token, language, askedAt }]
    }),
  )
}

/** Takes the answer to a request that was made early; each is taken once, and none is older than an answer may be. */
export async function earlyAnswer({ method, url, headers }: Request): Promise<Response | undefined> {
  const early = method === 'GET' ? window.earlyAnswers?.get(url) : undefined
  if (!early) return undefined
  window.earlyAnswers?.delete(url)
  const isMeant =
    headers.get('Authorization') === `Bearer ${early.token}` &&
    headers.get('Accept-Language') === early.language &&
    performance.now() - early.askedAt < TIMEOUT
  return isMeant ? early.answer.catch(unlessTimedOut) : undefined
}

/** A request that had no answer in time is not made again: its user has waited long enough. */
function unlessTimedOut(error: unknown): undefined {
  if (error instanceof DOMException && error.name === 'TimeoutError') throw error
}
