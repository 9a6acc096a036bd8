/**
 * Values kept on the device. In-app browsers may forbid storage, or it may be full: then a value lives as long as the
 * page and nothing breaks.
 */

type Place = 'localStorage' | 'sessionStorage'

/** Values that the device refused to keep. */
const memory = new Map<string, string>()

export function readText(place: Place, key: string): string | null {
  const refused = memory.get(key)
  if (refused !== undefined) return refused
  try {
    return window[place].getItem(key)
  } catch {
    return null
  }
}

/** `null` removes the value. */
export function writeText(place: Place, key: string, text: string | null) {
  if (writeToDevice(place, key, text)) return
  if (text === null) memory.delete(key)
  else memory.set(key, text)
}

/**
 * Like `writeText`, for values that are useless once the page is closed. Returns false, and changes nothing, if the
 * device refuses.
 */
export function writeToDevice(place: Place, key: string, text: string | null): boolean {
  try {
    if (text === null) window[place].removeItem(key)
    else window[place].setItem(key, text)
    memory.delete(key)
    return true
  } catch {
    return false
  }
}

export function storedKeys(place: Place): string[] {
  try {
    return [...Object.keys(window[place]), ...memory.keys()]
  } catch {
    return [...memory.keys()]
  }
}

const PROBE = 'hoi.probe'

export const keepsText = (place: Place) =>
  writeToDevice(place, PROBE, PROBE) && writeToDevice(place, PROBE, null)

/**
 * Null when there is nothing, or nothing that can be read. The value has the shape that `keep` got under the same key.
 */
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

/** A cookie that the browser refuses is not there when it is read. */
export function writeCookie(name: string, value: string, seconds: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in some in-app browsers.
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${seconds}; SameSite=Lax${secure}`
  } catch {
    // A frame without an origin of its own.
  }
}

export function readCookie(name: string): string | null {
  try {
    const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`))
    return pair ? decodeURIComponent(pair.slice(name.length + 1)) : null
  } catch {
    return null
  }
}

export function keepsCookies(): boolean {
  writeCookie(PROBE, PROBE, 60)
  const isKept = readCookie(PROBE) === PROBE
  writeCookie(PROBE, '', 0)
  return isKept
}
