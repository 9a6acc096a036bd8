import { useSyncExternalStore } from 'react'
import { readText, writeToDevice } from '~/lib/storage'
import { type Door, FAILED, type Scan, type ScanResult, sendScan } from './scan'
import { signal } from './sound'

/**
 * Scans that found no server. The people were let in; the scans wait on this device, survive a reload and are sent when
 * the connection is back, each with its own nonce, so that sending one twice changes nothing.
 */

/** The server's later answer to a scan whose guest was let in; the staff have to confirm it. */
export interface Followup {
  nonce: string
  code: string
  occurredAt: string
  result: ScanResult
}

interface Waiting {
  scans: Scan[]
  /** Not yet confirmed by the staff, the oldest first. */
  followups: Followup[]
}

/** More scans than one gate makes in an evening; limited because the device's storage is. */
const MAX_SCANS = 2000
const MAX_FOLLOWUPS = 2000

const keyOf = (eventId: string) => `checkinQueue:${eventId}`
const EMPTY: Waiting = { scans: [], followups: [] }

const cache = new Map<string, { text: string | null; value: Waiting }>()
const listeners = new Set<() => void>()

export function waitingAt(eventId: string): Waiting {
  const text = readText('localStorage', keyOf(eventId))
  const known = cache.get(eventId)
  if (known && known.text === text) return known.value
  const value = parse(text)
  cache.set(eventId, { text, value })
  return value
}

/** A refusal as devices kept it before they kept whole results. */
interface OldConflict {
  nonce: string
  code: string
  name: string | null
  occurredAt: string
  messages: string[]
}

function parse(text: string | null): Waiting {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Waiting> & { conflicts?: OldConflict[] }
    const old = (kept.conflicts ?? []).map(({ nonce, code, name, occurredAt, messages }) => ({
      nonce,
      code: name ?? code,
      occurredAt,
      result: { ...FAILED, messages },
    }))
    return { scans: kept.scans ?? [], followups: [...old, ...(kept.followups ?? [])] }
  } catch {
    return EMPTY
  }
}

/** False when this device does not keep it. */
function save(eventId: string, waiting: Waiting): boolean {
  const isEmpty = waiting.scans.length + waiting.followups.length === 0
  const isKept = writeToDevice('localStorage', keyOf(eventId), isEmpty ? null : JSON.stringify(waiting))
  for (const listener of listeners) listener()
  return isKept
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
  return waiting.scans.length < MAX_SCANS && save(eventId, { ...waiting, scans: [...waiting.scans, scan] })
}

/** Removes the confirmed ones. */
export function settle(eventId: string, isSettled: (followup: Followup) => boolean) {
  const waiting = waitingAt(eventId)
  save(eventId, {
    ...waiting,
    followups: waiting.followups.filter((followup) => !isSettled(followup)),
  })
}

type Answered = (scan: Scan, result: ScanResult) => void

const watchers = new Map<string, Set<Answered>>()

/** Reports each queued scan that the server has answered. Returns a function that stops this. */
export function onAnswered(eventId: string, tell: Answered): () => void {
  const ofEvent = watchers.get(eventId) ?? new Set()
  watchers.set(eventId, ofEvent.add(tell))
  return () => void ofEvent.delete(tell)
}

const replaying = new Map<string, Promise<void>>()

/**
 * Sends the waiting scans, oldest first, until there are none or the connection is gone again. One run at a time for an
 * event.
 */
export function replay(door: Door): Promise<void> {
  const running = replaying.get(door.eventId)
  if (running) return running
  const run = sendAll(door).finally(() => replaying.delete(door.eventId))
  replaying.set(door.eventId, run)
  return run
}

async function sendAll(door: Door) {
  let isHeard = false
  for (;;) {
    const scan = waitingAt(door.eventId).scans[0]
    if (!scan) return
    const result = await sendScan(door, scan, true).catch(() => null)
    // Without an answer, without the right to scan or while the server asks to slow down, the scan stays. Any other
    // refusal is for good: it is listed for the staff, and must not keep those behind it.
    if (!result || result.kind === 'unpaired') return
    const { scans, followups } = waitingAt(door.eventId)
    const { nonce, code, occurredAt } = scan
    const isKept = save(door.eventId, {
      scans: scans.filter((other) => other.nonce !== nonce),
      followups: isFine(result)
        ? followups
        : [...followups, { nonce, code, occurredAt, result }].slice(-MAX_FOLLOWUPS),
    })
    // The scan is still the first, and would be sent again and again.
    if (!isKept) return
    for (const tell of watchers.get(door.eventId) ?? []) tell(scan, result)
    if (!isFine(result) && !isHeard) {
      // Once, however many there are.
      isHeard = true
      signal(result.isConflict ? 'already' : result.kind)
    }
  }
}

const isFine = ({ kind, isConflict }: ScanResult) => kind === 'ok' && !isConflict
