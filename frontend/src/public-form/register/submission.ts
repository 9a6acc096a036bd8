import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { bearer, sessionToken } from '../accountSession'
import { type Answer, ask, type Refusal } from '../api'
import type { PublicEvent, RegisterBody, Registered, WaitingPlace } from '../contract'
import { dropPlace, keepPlace, placeHeader, recallPlace } from '../waiting-room/waitingPlace'
import {
  type Attempt,
  dropAttempt,
  isUncertain,
  keepAttempt,
  nextAttempt,
  recallAttempt,
} from './registrationAttempt'

export interface Submitted {
  answer: Answer<Registered>
  /** An earlier attempt, whose answer got lost, was the one that registered. */
  isFromEarlierAttempt: boolean
  body: RegisterBody
}

/**
 * Sends the form, with the place in the queue if there is one. After a lost answer the visitor may have changed
 * something: the server then refuses the used key, and sending the earlier body again brings back the ticket that
 * exists already.
 */
export async function submit(event: PublicEvent, body: RegisterBody, language: Language): Promise<Submitted> {
  const eventId = event.id
  const isMember = event.membersOnly && !event.needsCode
  const token = isMember ? await sessionToken(language) : null
  const former = recallAttempt(eventId)
  const attempt = nextAttempt(former, body, Date.now(), recallPlace(eventId) !== null)
  keepAttempt(eventId, attempt)
  let answer: Answer<Registered> = await post(eventId, attempt, body, language, token)
  // A visitor who may have registered already need not wait to learn it: a request with a place makes the server look.
  if (isUncertain(former) && placeIn(answer)) {
    keepPlaceOf(eventId, answer)
    answer = await post(eventId, attempt, body, language, token)
  }
  let effective = body
  for (const earlier of attempt.bodies.slice(1)) {
    if (answer.ok || answer.refusal.code !== CODE.conflict) break
    effective = earlier
    answer = await post(eventId, attempt, earlier, language, token)
  }
  if (answer.ok) {
    dropAttempt(eventId)
    dropPlace(eventId)
  } else if (placeIn(answer)) {
    keepPlaceOf(eventId, answer)
    keepAttempt(eventId, { ...attempt, isWaiting: true })
  } else if (isDefinite(answer.refusal)) {
    keepAttempt(eventId, { ...attempt, isDecided: true })
  }
  return { answer, body: effective, isFromEarlierAttempt: effective !== body }
}

const placeIn = (answer: Answer<unknown>) => (answer.ok ? null : answer.refusal.place)

function keepPlaceOf(eventId: string, answer: Answer<unknown>) {
  const place = placeIn(answer)
  if (place) keepPlace(eventId, place)
}

/** Whether the server has decided. With a full queue it has not; after a lost answer it is unknown. */
const isDefinite = (refusal: Refusal) => !refusal.isUncertain && refusal.retryAfter === null

export const hasUncertainAttempt = (eventId: string) => isUncertain(recallAttempt(eventId))

/** The registration that has been waiting for its turn since before a reload. */
export function waitingBody(eventId: string): RegisterBody | null {
  const attempt = recallAttempt(eventId)
  const isWaiting = attempt?.isWaiting && !attempt.isDecided && recallPlace(eventId) !== null
  return (isWaiting && attempt.bodies[0]) || null
}

/** Ends the wait: the server has not taken the registration. */
export function stopWaiting(eventId: string) {
  const attempt = recallAttempt(eventId)
  if (attempt) keepAttempt(eventId, { ...attempt, isDecided: true })
}

/** Asks whether it is the visitor's turn. */
export const askForTurn = (eventId: string, body: RegisterBody, language: Language) => {
  const wanted = body.ticketId ? `?ticketId=${encodeURIComponent(body.ticketId)}` : ''
  return ask<WaitingPlace>(`/event/${encodeURIComponent(eventId)}/registration/place${wanted}`, {
    language,
    headers: placeHeader(recallPlace(eventId)),
  })
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
    headers: { 'Idempotency-Key': attempt.key, ...placeHeader(recallPlace(eventId)), ...bearer(token) },
  })
