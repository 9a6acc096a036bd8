import { timedKey } from '~/lib/randomKey'
import { keep, recall } from '~/lib/storage'
import type { RegisterBody } from '../contract'

/**
 * One registration, however often it has to be sent: the idempotency key makes the server answer a repeated request
 * like the first one, also after a reload or a lost answer.
 */
export interface Attempt {
  key: string
  /** The bodies sent under this key, the latest first: any of them may have been the one that took effect. */
  bodies: RegisterBody[]
  /** The server has refused it for good, so it cannot have led to a registration. */
  isDecided: boolean
  /** The server has not taken it, because others are first: it goes out again when it is the visitor's turn. */
  isWaiting?: boolean
  at: number
}

/** Milliseconds; the server remembers keys for as long. */
const KEPT = 24 * 60 * 60 * 1000
const attemptOf = (eventId: string) => `hoi.attempt.${eventId}`

const isSame = (one: RegisterBody, other: RegisterBody) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A new key only when the form was changed after a definite refusal: until then the first request may have succeeded. A
 * place in the queue is valid for its key alone, so an attempt with a place keeps the key.
 */
export function nextAttempt(
  former: Attempt | null,
  body: RegisterBody,
  now: number,
  hasPlace: boolean,
): Attempt {
  const latest = former?.bodies[0]
  if (former === null || (former.isDecided && !(latest && isSame(latest, body)))) {
    const key = (hasPlace && former?.key) || timedKey(now)
    return { key, bodies: [body], isDecided: false, at: now }
  }
  const { isWaiting: _, ...sentBefore } = former
  const others = former.bodies.filter((sent) => !isSame(sent, body))
  return { ...sentBefore, bodies: [body, ...others], isDecided: false }
}

/** Null after a day, when the server has forgotten the key: then the device forgets the sent bodies as well. */
export function recallAttempt(eventId: string): Attempt | null {
  const attempt = recall<Attempt>('localStorage', attemptOf(eventId))
  if (!attempt || Date.now() - attempt.at < KEPT) return attempt
  dropAttempt(eventId)
  return null
}

/** The sent body may have taken effect without the visitor learning of it. */
export const isUncertain = (attempt: Attempt | null) =>
  attempt !== null && !attempt.isDecided && !attempt.isWaiting

export const keepAttempt = (eventId: string, attempt: Attempt) =>
  keep('localStorage', attemptOf(eventId), attempt)

export const dropAttempt = (eventId: string) => keep('localStorage', attemptOf(eventId), null)
