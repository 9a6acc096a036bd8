import { freshToken, renewAfter } from './api'
import { API_BASE, ApiError } from './apiError'
import { language } from './language'
import { requestFailed } from './requestFailed'
import { accessToken } from './tokens'

/** Milliseconds without a single byte after which a download is given up. */
const PATIENCE = 60_000
const JSON_TYPE = 'application/json'

interface DownloadOptions {
  /** Values of the address; undefined ones are left out. */
  query?: Record<string, string | number | boolean | undefined>
  /** The body; makes the request a POST. */
  body?: unknown
  /** Called with the bytes received so far. The total is unknown, because files are written while they are sent. */
  onProgress?: (bytes: number) => void
  signal?: AbortSignal
}

/** Fetches a file with the caller's login, which therefore never stands in an address, and saves it under the name the server gives. */
export async function downloadFile(path: string, options: DownloadOptions = {}): Promise<void> {
  const offered = await freshToken()
  const again = async (error: unknown) => {
    const expired = error instanceof ApiError && (error.code === 401 || error.code === 5018)
    if (expired && (await renewAfter(offered))) return attempt(path, options)
    throw error
  }
  const { file, name } = await attempt(path, options).catch(again)
  saveFile(file, name)
}

async function attempt(path: string, { query = {}, body, onProgress, signal }: DownloadOptions) {
  const address = new URL(`${API_BASE}${path}`, location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  const headers = new Headers({ 'Accept-Language': language() })
  const token = accessToken()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('Content-Type', JSON_TYPE)

  const stop = new AbortController()
  let idle: number | undefined
  const moved = () => {
    clearTimeout(idle)
    idle = window.setTimeout(() => stop.abort(new DOMException('No progress', 'TimeoutError')), PATIENCE)
  }
  moved()
  try {
    const response = await fetch(address, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    })
    if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => undefined))
    const parts: BlobPart[] = []
    let bytes = 0
    const reader = response.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      moved()
      parts.push(part.value)
      bytes += part.value.byteLength
      onProgress?.(bytes)
    }
    const type = response.headers.get('Content-Type') ?? ''
    return { file: new Blob(parts, { type }), name: nameIn(response.headers) }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw requestFailed(error)
  } finally {
    clearTimeout(idle)
  }
}

/** The name of the file in UTF-8 (RFC 6266). */
function nameIn(headers: Headers): string {
  const [, name] = /filename\*=UTF-8''([^;]+)/.exec(headers.get('Content-Disposition') ?? '') ?? []
  return name ? decodeURIComponent(name) : 'download'
}

/** Saves a file that was made in the browser. */
export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
