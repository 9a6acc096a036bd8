import { useCallback, useEffect, useRef, useState } from 'react'
import { t } from '~/lib/language'
import { randomKey } from '~/lib/randomKey'
import { enqueue, onAnswered, replay, waitingAt } from './offlineScans'
import type { Practice } from './practice'
import {
  alreadyAt,
  checkInById,
  type Door,
  FAILED,
  FOREIGN,
  isForeign,
  practise,
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
const REMEMBERED = 10

/** The result of one scan. */
export interface ScanOutcome {
  id: number
  /** The code that was read; null for a check-in by hand. */
  code: string | null
  /** When it was made, in milliseconds. */
  at: number
  /** Names a scan whose answer may come later. */
  nonce: string | null
  /** Nothing of it was stored. */
  isPractice: boolean
  result: ScanResult
}

/** The request of a scan, and the one in practice. */
interface Work {
  code: string | null
  nonce: string | null
  real: (door: Door) => Promise<ScanResult>
  practice: (door: Door) => Promise<ScanResult>
}

/** Whether the guest may enter and the staff have nothing to do. */
export const isWelcome = (kind: ResultKind) => kind === 'ok' || kind === 'queued'

/** Null while the staff have money to take: the amount due stays until a touch or the next scan. */
export function secondsShown(
  { kind, amountDue }: Pick<ScanResult, 'kind' | 'amountDue'>,
  waitingTime: number,
): number | null {
  if (kind === 'unpaid' && amountDue) return null
  return isWelcome(kind) ? waitingTime : Math.max(waitingTime, LONG_ENOUGH)
}

/** Handles the scans of this screen one after the other; the newest result stays on the screen for its time. */
export function useDoor(door: Door, waitingTime: number, practice: Practice) {
  const [current, setCurrent] = useState<ScanOutcome | null>(null)
  const [recent, setRecent] = useState<ScanOutcome[]>([])
  const [asking, setAsking] = useState(0)
  const lastSeen = useRef(new Map<string, number>())
  const line = useRef(Promise.resolve())
  const count = useRef(0)
  const here = useRef(door)
  const { isOn: isPractising, isForPractice, mustAsk } = practice
  /** Whom practice has let in on this screen: the door would not let them in twice. */
  const rehearsed = useRef(new Map<string, string>())
  const { eventId } = door
  useEffect(() => {
    here.current = door
  })

  const run = useCallback(
    ({ code, nonce, real, practice }: Work) => {
      const at = Date.now()
      setAsking((waiting) => waiting + 1)
      line.current = line.current.then(async () => {
        // The question would lie below an earlier result.
        if (mustAsk()) setCurrent(null)
        const isPractice = await isForPractice()
        const work = isPractice
          ? practice(here.current).then((result) => onceOnly(result, rehearsed.current))
          : real(here.current)
        const result = await work.catch(() => (isPractice ? unheard() : FAILED))
        count.current += 1
        const outcome = { id: count.current, code, at, nonce, isPractice, result }
        signal(result.kind)
        setAsking((waiting) => waiting - 1)
        setCurrent(outcome)
        setRecent((earlier) => placed(earlier, outcome))
      })
    },
    [isForPractice, mustAsk],
  )

  // Scans made offline get their person when the connection is back.
  useEffect(
    () =>
      onAnswered(eventId, ({ nonce, code, occurredAt }, result) => {
        count.current += 1
        const at = Date.parse(occurredAt)
        const outcome = { id: count.current, code, at, nonce, isPractice: false, result }
        setRecent((earlier) => placed(earlier, outcome))
      }),
    [eventId],
  )

  // Of practice nothing stays.
  useEffect(() => {
    if (isPractising) return
    rehearsed.current.clear()
    setCurrent((shown) => (shown?.isPractice ? null : shown))
    setRecent((earlier) => earlier.filter(({ isPractice }) => !isPractice))
  }, [isPractising])

  const read = useCallback(
    (text: string) => {
      const code = text.trim()
      const now = Date.now()
      const before = lastSeen.current.get(code)
      lastSeen.current.set(code, now)
      if (!code || (before !== undefined && now - before < SAME_CODE)) return
      const nonce = randomKey()
      if (isForeign(code)) {
        const foreign = () => Promise.resolve(FOREIGN)
        return run({ code, nonce, real: foreign, practice: foreign })
      }
      const scan = { code, nonce, occurredAt: new Date(now).toISOString() }
      run({
        code,
        nonce,
        real: (door) => sendOrKeep(door, scan),
        practice: (door) => practise(door, { code }),
      })
    },
    [run],
  )

  const letIn = useCallback(
    (attendanceId: string) =>
      run({
        code: null,
        nonce: null,
        real: (door) => checkInById(door, attendanceId),
        practice: (door) => practise(door, { attendanceId }),
      }),
    [run],
  )

  useEffect(() => {
    if (!current) return
    const seconds = secondsShown(current.result, waitingTime)
    if (seconds === null) return
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
    /** Shows that a guest owes nothing any more. */
    setPaid: useCallback(
      (attendanceId: string) => setRecent((earlier) => earlier.map((one) => paidBy(one, attendanceId))),
      [],
    ),
  }
}

/** Puts an outcome in the place of an earlier one of the same scan, otherwise among the others by its time. */
function placed(earlier: ScanOutcome[], outcome: ScanOutcome): ScanOutcome[] {
  const others = earlier.filter(({ nonce }) => nonce === null || nonce !== outcome.nonce)
  return [outcome, ...others].sort((one, other) => other.at - one.at).slice(0, REMEMBERED)
}

function paidBy(outcome: ScanOutcome, attendanceId: string): ScanOutcome {
  const { kind, person } = outcome.result
  if (kind !== 'unpaid' || person?.attendanceId !== attendanceId) return outcome
  return { ...outcome, result: { ...outcome.result, kind: 'ok', amountDue: null } }
}

/** Practice without a connection: nothing is queued. */
const unheard = (): ScanResult => ({ ...FAILED, messages: [t('checkin.practice.unheard')] })

/** Refuses a guest whom practice has let in before, as the door would. */
function onceOnly(result: ScanResult, rehearsed: Map<string, string>): ScanResult {
  const { kind, person } = result
  if (!person || (kind !== 'ok' && kind !== 'unpaid')) return result
  const before = rehearsed.get(person.attendanceId)
  if (before) return { ...alreadyAt({ time: before, device: null }), person }
  rehearsed.set(person.attendanceId, new Date().toISOString())
  return result
}

/**
 * The door does not wait for the network: without an answer the scan is kept and sent later. A ticket that this device
 * itself has let in meanwhile is not let in twice.
 */
async function sendOrKeep(door: Door, scan: Scan): Promise<ScanResult> {
  try {
    const result = await sendScan(door, scan, false)
    if (waitingAt(door.eventId).scans.length > 0) void replay(door)
    return result
  } catch {
    const earlier = waitingAt(door.eventId).scans.find(({ code }) => code === scan.code)
    if (earlier) return alreadyAt({ time: earlier.occurredAt, device: door.deviceName })
    return enqueue(door.eventId, scan) ? QUEUED : { ...FAILED, messages: [t('checkin.notKept.scan')] }
  }
}
