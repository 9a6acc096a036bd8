import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { bearer, sessionToken } from './accountSession'
import { type Answer, ask, type Refusal } from './api'
import type { PublicEvent, RegisterBody, Registered } from './contract'
import { type Attempt, dropAttempt, keepAttempt, nextAttempt, recallAttempt } from './registrationAttempt'

export interface Submitted {
  answer: Answer<Registered>
  /** An earlier attempt, whose answer got lost, was the one that registered. */
  isFromEarlierAttempt: boolean
  body: RegisterBody
}

/**
 * Sends the form once. After a lost answer the visitor may have changed something: the server then refuses the used key,
 * and asking again with what was sent before brings back the ticket that exists already.
 */
export async function submit(event: PublicEvent, body: RegisterBody, language: Language): Promise<Submitted> {
  const eventId = event.id
  const isMember = event.membersOnly && !event.needsCode
  const token = isMember ? await sessionToken(language) : null
  const attempt = nextAttempt(recallAttempt(eventId), body, Date.now())
  keepAttempt(eventId, attempt)
  let answer: Answer<Registered> = await post(eventId, attempt, body, language, token)
  let effective = body
  for (const earlier of attempt.bodies.slice(1)) {
    if (answer.ok || answer.refusal.code !== CODE.conflict) break
    effective = earlier
    answer = await post(eventId, attempt, earlier, language, token)
  }
  if (answer.ok) dropAttempt(eventId)
  else if (isDefinite(answer.refusal)) keepAttempt(eventId, { ...attempt, isDecided: true })
  return { answer, body: effective, isFromEarlierAttempt: effective !== body }
}

/** Whether the server has decided. With a full queue it has not; after a lost answer it is unknown. */
const isDefinite = (refusal: Refusal) => !refusal.isUncertain && refusal.retryAfter === null

/** An attempt that may have succeeded without the visitor learning of it. */
export function hasUncertainAttempt(eventId: string): boolean {
  const attempt = recallAttempt(eventId)
  return attempt !== null && !attempt.isDecided
}

const post = (
  eventId: string,
  attempt: Attempt,
  body: RegisterBody,
  language: Language,
  token: string | null,
) =>
  ask<Registered>(`/event/${encodeURIComponent(eventId)}/register`, {
    method: 'POST',
    language,
    body,
    headers: { 'Idempotency-Key': attempt.key, ...bearer(token) },
  })
