import { useSyncExternalStore } from 'react'
import { type Door, type Scan, type ScanResult, sendScan } from './scan'

/**
 * Scans that found no server. The people were let in; the scans wait on this device, survive a reload and are sent when
 * the connection is back, each with its own nonce, so that sending one twice changes nothing.
 */

/** A queued scan that the server refused later, although the person was let in. `messages` may be empty. */
export interface Conflict {
  nonce: string
  code: string
  name: string | null
  occurredAt: string
  messages: string[]
}

interface Waiting {
  scans: Scan[]
  conflicts: Conflict[]
}

/** More scans than one gate makes in an evening; limited because the device's storage is. */
const MAX_SCANS = 2000
const MAX_CONFLICTS = 200

const keyOf = (eventId: string) => `checkinQueue:${eventId}`
const EMPTY: Waiting = { scans: [], conflicts: [] }

const cache = new Map<string, { text: string | null; value: Waiting }>()
const listeners = new Set<() => void>()

export function waitingAt(eventId: string): Waiting {
  const text = localStorage.getItem(keyOf(eventId))
  const known = cache.get(eventId)
  if (known && known.text === text) return known.value
  const value = parse(text)
  cache.set(eventId, { text, value })
  return value
}

function parse(text: string | null): Waiting {
  try {
    return text ? { ...EMPTY, ...(JSON.parse(text) as Partial<Waiting>) } : EMPTY
  } catch {
    return EMPTY
  }
}

function save(eventId: string, waiting: Waiting) {
  if (waiting.scans.length + waiting.conflicts.length === 0) localStorage.removeItem(keyOf(eventId))
  else localStorage.setItem(keyOf(eventId), JSON.stringify(waiting))
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

export const useWaiting = (eventId: string) => useSyncExternalStore(subscribe, () => waitingAt(eventId))

/** False when this device can hold no more. */
export function enqueue(eventId: string, scan: Scan): boolean {
  const waiting = waitingAt(eventId)
  if (waiting.scans.length >= MAX_SCANS) return false
  try {
    save(eventId, { ...waiting, scans: [...waiting.scans, scan] })
    return true
  } catch {
    return false
  }
}

export function dismissConflicts(eventId: string) {
  save(eventId, { ...waitingAt(eventId), conflicts: [] })
}

const replaying = new Map<string, Promise<void>>()

/** Sends what waits, oldest first, until it is empty or the connection is gone again. One run at a time for an event. */
export function replay(door: Door): Promise<void> {
  const running = replaying.get(door.eventId)
  if (running) return running
  const run = sendAll(door).finally(() => replaying.delete(door.eventId))
  replaying.set(door.eventId, run)
  return run
}

async function sendAll(door: Door) {
  for (;;) {
    const scan = waitingAt(door.eventId).scans[0]
    if (!scan) return
    const result = await sendScan(door, scan, true).catch(() => null)
    // Without an answer, without the right to scan or while the server asks to slow down, the scan stays. Any other
    // refusal is for good: it is listed for the staff, and must not keep those behind it.
    if (!result || result.kind === 'unpaired') return
    const { scans, conflicts } = waitingAt(door.eventId)
    save(door.eventId, {
      scans: scans.filter(({ nonce }) => nonce !== scan.nonce),
      conflicts: isFine(result) ? conflicts : [...conflicts, conflictOf(scan, result)].slice(-MAX_CONFLICTS),
    })
  }
}

const isFine = ({ kind, isConflict }: ScanResult) => (kind === 'ok' || kind === 'unpaid') && !isConflict

const conflictOf = ({ nonce, code, occurredAt }: Scan, { person, messages }: ScanResult): Conflict => ({
  nonce,
  code,
  name: person?.fullName ?? null,
  occurredAt,
  messages,
})
