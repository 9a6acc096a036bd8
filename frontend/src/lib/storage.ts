/**
 * What is kept on the device. In-app browsers may forbid storage, or it may be full: then a value lives as long
 * as the page and nothing breaks.
 */

type Place = 'localStorage' | 'sessionStorage'

const memory = new Map<string, string>()

export function readText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key) ?? memory.get(key) ?? null
  } catch {
    return memory.get(key) ?? null
  }
}

/** `null` removes the value. */
export function writeText(place: Place, key: string, text: string | null) {
  memory.delete(key)
  try {
    if (text === null) window[place].removeItem(key)
    else window[place].setItem(key, text)
  } catch {
    if (text !== null) memory.set(key, text)
  }
}

/** Null when there is nothing, or nothing that can be read. The shape is what `keep` was given under the same key. */
export function recall<T>(place: Place, key: string): T | null {
  const text = readText(place, key)
  if (text === null) return null
  try {
    return JSON.parse(text) as T
  } catch {
    return null
  }
}

export const keep = (place: Place, key: string, value: unknown) =>
  writeText(place, key, value === null ? null : JSON.stringify(value))

export function writeCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in some in-app browsers.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Lax${secure}`
}
