import { randomKey } from './randomKey'

/** Milliseconds after which an equal request is a new one, and no longer a second press. */
const KEPT = 10 * 60_000

/** Requests that have no answer (yet), by their content. */
const unanswered = new Map<string, { key: string; sentAt: number }>()

/**
 * The idempotency key of a request: as long as it has no answer, an equal one gets the same key, so that the server
 * carries it out once when the user presses again after a lost answer. After an answer the same content is another
 * request.
 */
export function keyOf(content: string): string {
  const sentAt = Date.now()
  for (const [other, request] of unanswered) {
    if (sentAt - request.sentAt > KEPT) unanswered.delete(other)
  }
  const key = unanswered.get(content)?.key ?? randomKey()
  unanswered.set(content, { key, sentAt })
  return key
}

/** To be called with the status of an answer: after a failure of the server the outcome of the request is unknown. */
export function noteAnswer(content: string, status: number) {
  if (status < 500) unanswered.delete(content)
}
