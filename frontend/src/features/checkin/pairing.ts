import { useSyncExternalStore } from 'react'
import { readText, writeText } from '~/lib/storage'

/**
 * The key of this device for one event. It arrives in the fragment of a link, which browsers keep to themselves,
 * and stays on this device only; the server knows its hash.
 */

const PREFIX = 'checkinKey:'
const NAME = 'checkinDeviceName'

const listeners = new Set<() => void>()

function set(name: string, value: string | null) {
  writeText('localStorage', name, value)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The key in `#key=…`, with or without the `#`. */
export const keyInFragment = (fragment: string): string | null =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('key') || null

/** The name that the organiser gave the device, in `#key=…&name=…`. */
export const nameInFragment = (fragment: string): string | null =>
  new URLSearchParams(fragment.replace(/^#/, '')).get('name') || null

/** The link with the device's name, which the device then shows and tells the log. */
export const withName = (link: string, name: string) => `${link}&name=${encodeURIComponent(name)}`

export const pair = (eventId: string, key: string) => set(PREFIX + eventId, key)
export const unpair = (eventId: string) => set(PREFIX + eventId, null)

export const deviceKey = (eventId: string) => readText('localStorage', PREFIX + eventId)
export const useDeviceKey = (eventId: string) => useSyncExternalStore(subscribe, () => deviceKey(eventId))

/** The name that staff give this device ("Cổng A"); without it the server uses the key's label. */
export const nameDevice = (name: string) => set(NAME, name.trim() || null)
export const useDeviceName = () => useSyncExternalStore(subscribe, () => readText('localStorage', NAME))
