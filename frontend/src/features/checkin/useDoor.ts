import { useCallback, useEffect, useRef, useState } from 'react'
import { randomKey } from '~/lib/randomKey'
import { enqueue, replay, waitingAt } from './offlineScans'
import {
  alreadyAt,
  checkInById,
  type Door,
  FAILED,
  FOREIGN,
  isForeign,
  QUEUED,
  type ResultKind,
  type Scan,
  type ScanResult,
  sendScan,
} from './scan'
import { signal } from './sound'

/** Milliseconds within which a repeated read of the same code is ignored. */
const SAME_CODE = 3000
/** Seconds a result stays at least when the staff have to do something about it. */
const LONG_ENOUGH = 5
const REMEMBERED = 6

/** The result of one scan. */
export interface ScanOutcome {
  id: number
  /** What was read; null when somebody was checked in by hand. */
  code: string | null
  result: ScanResult
}

/** Whether the guest may enter and the staff have nothing to do. */
export const isWelcome = (kind: ResultKind) => kind === 'ok' || kind === 'queued'

export const secondsShown = (kind: ResultKind, waitingTime: number) =>
  isWelcome(kind) ? waitingTime : Math.max(waitingTime, LONG_ENOUGH)

/** Handles the scans of this screen one after the other; the newest result stays on the screen for its time. */
export function useDoor(door: Door, waitingTime: number) {
  const [current, setCurrent] = useState<ScanOutcome | null>(null)
  const [recent, setRecent] = useState<ScanOutcome[]>([])
  const [asking, setAsking] = useState(0)
  const lastSeen = useRef(new Map<string, number>())
  const line = useRef(Promise.resolve())
  const count = useRef(0)
  const here = useRef(door)
  useEffect(() => {
    here.current = door
  })

  const run = useCallback((code: string | null, work: () => Promise<ScanResult>) => {
    setAsking((waiting) => waiting + 1)
    line.current = line.current.then(async () => {
      const result = await work().catch(() => FAILED)
      count.current += 1
      const outcome = { id: count.current, code, result }
      signal(result.kind)
      setAsking((waiting) => waiting - 1)
      setCurrent(outcome)
      setRecent((earlier) => [outcome, ...earlier].slice(0, REMEMBERED))
    })
  }, [])

  const read = useCallback(
    (text: string) => {
      const code = text.trim()
      const now = Date.now()
      const before = lastSeen.current.get(code)
      lastSeen.current.set(code, now)
      if (!code || (before !== undefined && now - before < SAME_CODE)) return
      if (isForeign(code)) return run(code, () => Promise.resolve(FOREIGN))
      const scan = { code, nonce: randomKey(), occurredAt: new Date(now).toISOString() }
      run(code, () => sendOrKeep(here.current, scan))
    },
    [run],
  )

  const letIn = useCallback(
    (attendanceId: string) => run(null, () => checkInById(here.current, attendanceId)),
    [run],
  )

  useEffect(() => {
    if (!current) return
    const seconds = secondsShown(current.result.kind, waitingTime)
    const timer = setTimeout(() => setCurrent(null), seconds * 1000)
    return () => clearTimeout(timer)
  }, [current, waitingTime])

  return {
    current,
    recent,
    isAsking: asking > 0,
    read,
    letIn,
    dismiss: useCallback(() => setCurrent(null), []),
  }
}

/**
 * Who stands at the door does not wait for the network: without an answer the scan is kept and sent later. What this
 * device itself let in meanwhile it does not let in twice.
 */
async function sendOrKeep(door: Door, scan: Scan): Promise<ScanResult> {
  try {
    const result = await sendScan(door, scan, false)
    if (waitingAt(door.eventId).scans.length > 0) void replay(door)
    return result
  } catch {
    const earlier = waitingAt(door.eventId).scans.find(({ code }) => code === scan.code)
    if (earlier) return alreadyAt({ time: earlier.occurredAt, device: door.deviceName })
    return enqueue(door.eventId, scan) ? QUEUED : FAILED
  }
}
