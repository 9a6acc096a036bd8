import { CODE, NO_ANSWER, TIMEOUT } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import type { WaitingPlace } from './contract'
import { setServerClock } from './serverClock'

/**
 * The calls of a visitor's page, without a client library. A call adds the session of `accountSession.ts` only where it
 * needs one. An answer is a value, never an exception, because every
 * refusal means something to the visitor.
 */

export interface Refusal {
  code: number
  /** In the visitor's language, to be shown as they are; may be empty. */
  messages: string[]
  fields: Record<string, string[]>
  /** Seconds after which the same request is worth repeating; null when waiting does not help. */
  retryAfter: number | null
  /** The visitor's place in the queue, if the server has let others go first. */
  place: WaitingPlace | null
  /** The thing as it is stored, if another change was saved since it was read. */
  stored: unknown
  /** The server did not decide, or its answer got lost: whether the request took effect is unknown. */
  isUncertain: boolean
}

export type Answer<T> = { ok: true; data: T; messages: string[] } | { ok: false; refusal: Refusal }

export interface Call {
  language: Language
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
}

/** Opens a visitor's own registration. In a header, so that no log of a server sees it. */
export const ownKeyHeader = (ownKey: string) => ({ 'X-Registration-Key': ownKey })

/** Opens an event for members to a guest. In a header, so that no log of a server sees it. */
export const codeHeader = (code: string): Record<string, string> =>
  /^[\x21-\x7e]+$/.test(code.trim()) ? { 'X-Invitation-Code': code.trim() } : {}

export async function ask<T>(path: string, call: Call): Promise<Answer<T>> {
  const given = new AbortController()
  const timer = setTimeout(() => given.abort(), TIMEOUT)
  try {
    const response = await fetch(`/api${path}`, {
      method: call.method ?? 'GET',
      headers: {
        'Accept-Language': call.language,
        ...(call.body !== undefined && { 'Content-Type': 'application/json' }),
        ...call.headers,
      },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal: given.signal,
    })
    setServerClock(response.headers.get('Date'))
    const body: unknown = await response.json().catch(() => null)
    return readAnswer<T>(response.status, body, response.headers.get('Retry-After'))
  } catch {
    return { ok: false, refusal: UNANSWERED }
  } finally {
    clearTimeout(timer)
  }
}

const UNANSWERED: Refusal = {
  code: NO_ANSWER,
  messages: [],
  fields: {},
  retryAfter: null,
  place: null,
  stored: null,
  isUncertain: true,
}

/**
 * Reads the envelope. A body without one, such as a proxy's error page, counts as unanswered. A server without room for a
 * connection refuses it with 503 and no body.
 */
function readAnswer<T>(status: number, body: unknown, retryAfter: string | null): Answer<T> {
  const seconds = Number.parseInt(retryAfter ?? '', 10)
  if (typeof body !== 'object' || body === null || !('code' in body)) {
    const isRefused = status === 503 && !Number.isNaN(seconds)
    const refusal = isRefused ? { ...UNANSWERED, retryAfter: seconds, isUncertain: false } : UNANSWERED
    return { ok: false, refusal }
  }
  const { code, messages = [], fields = {}, data } = body as Partial<Refusal> & { data: T }
  if (status < 400) return { ok: true, data, messages }
  const refusal = {
    code: Number(code),
    messages,
    fields,
    retryAfter: Number.isNaN(seconds) ? null : seconds,
    place: (data as { place?: WaitingPlace } | null | undefined)?.place ?? null,
    stored: Number(code) === CODE.conflict ? (data ?? null) : null,
    isUncertain: status >= 500 && Number.isNaN(seconds),
  }
  return { ok: false, refusal }
}

/** Sends a file by XMLHttpRequest, because only that tells how far it is; `onProgress` gets the share that was sent, from 0 to 1. */
export function sendFile<T>(
  path: string,
  file: Blob,
  name: string,
  {
    language,
    headers,
    onProgress,
  }: { language: Language; headers: Record<string, string>; onProgress: (part: number) => void },
): Promise<Answer<T>> {
  const form = new FormData()
  form.append('file', file, name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api${path}`)
    request.setRequestHeader('Accept-Language', language)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    // An upload may take long on a slow connection; only a lack of progress counts as a timeout.
    let idle: number | undefined
    const moved = () => {
      clearTimeout(idle)
      idle = window.setTimeout(() => request.abort(), TIMEOUT)
    }
    moved()
    request.upload.onprogress = (event) => {
      moved()
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onloadend = () => {
      clearTimeout(idle)
      try {
        const body: unknown = JSON.parse(request.responseText)
        resolve(readAnswer<T>(request.status, body, request.getResponseHeader('Retry-After')))
      } catch {
        resolve({ ok: false, refusal: UNANSWERED })
      }
    }
    request.send(form)
  })
}
