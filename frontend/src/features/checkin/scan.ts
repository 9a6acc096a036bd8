import * as bounds from '~/api/bounds'
import type { components } from '~/api/schema'
import { answer, api } from '~/lib/api'
import { ApiError, CODE, NO_ANSWER, TIMED_OUT } from '~/lib/apiError'

type Schemas = components['schemas']
export type DoorPerson = Schemas['DoorPerson']
export type Admission = Schemas['Admission']

/** The check-in of one event as this device does it: its key, or the login of the owner, and its name. */
export interface Door {
  eventId: string
  key: string | null
  deviceName: string | null
}

/** One scan. The nonce makes it safe to send twice; `occurredAt` is sent only when it had to wait. */
export interface Scan {
  code: string
  nonce: string
  occurredAt: string
}

/** The results that staff must distinguish; `queued` and those after it are no answers of the server. */
export type ResultKind =
  | 'ok'
  | 'unpaid'
  | 'already'
  | 'notFound'
  | 'cancelled'
  | 'wrongEvent'
  | 'notConfirmed'
  | 'notYetOpen'
  | 'queued'
  | 'unpaired'
  | 'failed'

export interface ScanResult {
  kind: ResultKind
  /** In the user's language, from the server; empty for `queued`. */
  messages: string[]
  person: DoorPerson | null
  /** Dong still due; told to the event's owner, and to devices with the right to serve guests. */
  amountDue: number | null
  /** For `already`: the first check-in. */
  firstEntry: Admission | null
  /** Two people came in with the same code. */
  isConflict: boolean
}

const NOTHING: Omit<ScanResult, 'kind'> = {
  messages: [],
  person: null,
  amountDue: null,
  firstEntry: null,
  isConflict: false,
}

export const QUEUED: ScanResult = { ...NOTHING, kind: 'queued' }
export const alreadyAt = (firstEntry: Admission): ScanResult => ({ ...NOTHING, kind: 'already', firstEntry })
export const FAILED: ScanResult = { ...NOTHING, kind: 'failed' }
/** The code cannot be a ticket code, so the server is not asked. */
export const FOREIGN: ScanResult = { ...NOTHING, kind: 'notFound' }

/** Characters of a code that the server looks at. */
export const LONGEST_CODE = bounds.CheckIn_code_maxLength

/** A QR code of something else: an advertisement, a payment, a binary file. */
export const isForeign = (code: string) => [...code].length > LONGEST_CODE || /\p{Cc}/u.test(code)

const REFUSALS: Record<Schemas['RefusalReason'], ResultKind> = {
  CODE_NOT_FOUND: 'notFound',
  ALREADY_CHECKED_IN: 'already',
  CANCELLED: 'cancelled',
  NOT_CONFIRMED: 'notConfirmed',
  WRONG_EVENT: 'wrongEvent',
}

/** Milliseconds until an unanswered scan is queued and the participant is let in. */
const PATIENCE = 6000

/**
 * Sends one scan. Throws if the same scan may get another answer later (no connection, a broken server): the caller queues
 * it. `wasOffline`: the scan was queued before, so a request to slow down queues it again instead of being shown.
 */
export function sendScan(door: Door, scan: Scan, wasOffline: boolean): Promise<ScanResult> {
  const { code, nonce, occurredAt } = scan
  return checkIn(door, { code, nonce, ...(wasOffline && { occurredAt }) }, wasOffline ? undefined : PATIENCE)
}

/** Checks in without a code; for the event's owner, and devices with the right to serve guests. */
export const checkInById = (door: Door, attendanceId: string) =>
  checkIn(door, { attendanceId, checkedIn: true })

type Body = Omit<Schemas['CheckIn'], 'eventId' | 'deviceId'>

function checkIn(door: Door, body: Body, patience?: number): Promise<ScanResult> {
  const { eventId, key, deviceName } = door
  const asked = api.POST('/event/checkin', {
    params: { header: key ? { 'X-Checkin-Key': key } : {} },
    body: { eventId, ...body, ...(deviceName && { deviceId: deviceName }) },
    ...(patience && { signal: AbortSignal.timeout(patience) }),
  })
  return resultOf(answer(asked), body.occurredAt !== undefined)
}

/** Asks for the door's answer without storing anything. Throws without an answer: practice is not queued. */
export function practise(door: Door, body: Schemas['PracticeScan']): Promise<ScanResult> {
  const { eventId, key } = door
  const asked = api.POST('/event/{eventId}/checkin/practice', {
    params: { path: { eventId }, header: key ? { 'X-Checkin-Key': key } : {} },
    body,
    signal: AbortSignal.timeout(PATIENCE),
  })
  return resultOf(answer(asked), false)
}

type Answer = Promise<{ data: Schemas['CheckedIn']; messages: string[] }>

async function resultOf(asked: Answer, wasOffline: boolean): Promise<ScanResult> {
  try {
    const { data, messages } = await asked
    return {
      kind: data.paymentStatus === 'unpaid' ? 'unpaid' : 'ok',
      messages,
      person: data,
      amountDue: data.amountDue ?? null,
      firstEntry: null,
      isConflict: Boolean(data.conflict),
    }
  } catch (error) {
    if (!(error instanceof ApiError) || mayRecover(error) || (wasOffline && isBrake(error))) throw error
    return refused(error)
  }
}

/** There was no answer, or the server or a proxy before it is broken: the same scan may succeed later. */
function mayRecover({ code }: ApiError) {
  return [NO_ANSWER, TIMED_OUT, CODE.internalError, 502, 503, 504].some((one) => one === code)
}

const isBrake = ({ code }: ApiError) => code === CODE.resourceExceeded || code === 429

/** The key was revoked, or the owner's session is over: pairing or logging in again makes the same scan succeed. */
const NO_RIGHT: unknown[] = [CODE.insufficientPermission, 5017, 5018, CODE.accountDisabled, 401]

function refused(error: ApiError): ScanResult {
  const base = { ...NOTHING, messages: error.messages }
  if (error.code === CODE.eventNotYetOpen) return { ...base, kind: 'notYetOpen' }
  if (NO_RIGHT.includes(error.code)) return { ...base, kind: 'unpaired' }
  const refusal = error.code === CODE.checkinFail ? refusalOf(error.body) : null
  if (!refusal) return { ...base, kind: 'failed' }
  return {
    ...base,
    kind: REFUSALS[refusal.reason],
    person: refusal.person ?? null,
    firstEntry: refusal.firstEntry ?? null,
    isConflict: refusal.conflict,
  }
}

const refusalOf = (body: unknown) => (body as Partial<Schemas['CheckinRefusedEnvelope']> | null)?.data ?? null
