import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CODE, NO_ANSWER } from '~/lib/apiError'
import type { Refusal } from '../api'
import type { PublicEvent, RegisterBody, WaitingPlace } from '../contract'
import { useTranslation } from '../translation'
import { dropPlace, keepPlace, recallPlace } from '../waiting-room/waitingPlace'
import { askForTurn, type Submitted, stopWaiting, submit } from './submission'

/** The visitor's place in the queue, as the page shows it. */
export interface ShownPlace {
  ahead: number
  aheadAtFirst: number
  /** Milliseconds that the wait will probably take, counted from `at`. */
  wait: number
  at: number
  /** The server was not reached; the place is kept. */
  isOffline: boolean
  /** Why the visitor has lost an earlier place; empty if they have not. */
  note: string
}

export type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  /** The server is busy: the same request goes out again at `until` (milliseconds), unless the visitor stops it. */
  | { state: 'waiting'; until: number; isOffline: boolean }
  /** Others are first: the same request goes out when it is the visitor's turn. */
  | { state: 'queued'; turn: ShownPlace }
  /** No answer, or none that decides: the visitor is offered to try again. `isOffline`: their device has no connection. */
  | { state: 'failed'; isOffline?: boolean }

/** The page waits by itself only for shorter pauses, and for a limited number of them. */
const LONGEST_PAUSE = 60
const MOST_REPETITIONS = 30
/** The most retries of a request that found no connection: a server with too many connections refuses some. */
const MOST_CONNECTIONS = 3

interface Listeners {
  onRegistered: (submitted: Submitted) => void
  /** The server has refused the request for good. */
  onRefused: (refusal: Refusal) => void
}

const INITIAL: ShownPlace = { ahead: 0, aheadAtFirst: 0, wait: 0, at: 0, isOffline: false, note: '' }

/** The state of the form before the page was reloaded. */
interface Before {
  /** Whether the registration was sent and its result is unknown. */
  isUncertain: boolean
  /** The registration that waits in the waiting room; null if none does. */
  queued: RegisterBody | null
}

export function useSubmission(
  event: PublicEvent,
  { isUncertain, queued }: Before,
  { onRegistered, onRefused }: Listeners,
) {
  const { language } = useTranslation()
  const [sending, setSending] = useState<Sending>(() => {
    if (queued) {
      const { aheadAtFirst = 0 } = recallPlace(event.id) ?? {}
      return { state: 'queued', turn: { ...INITIAL, ahead: aheadAtFirst, aheadAtFirst } }
    }
    return { state: isUncertain ? 'failed' : 'idle' }
  })
  const timer = useRef<number>(undefined)
  /** Counts the questions for the turn: an answer to any but the last comes too late. */
  const question = useRef(0)
  /** The registration to ask about again when the page comes back into view. */
  const waiting = useRef<RegisterBody>(undefined)

  const later = (pause: number, what: () => Promise<void>) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void what(), pause)
  }

  const send = async (body: RegisterBody, repetition = 0) => {
    clearTimeout(timer.current)
    waiting.current = undefined
    const held = recallPlace(event.id)
    setSending((former) => (held && former.state === 'queued' ? former : { state: 'sending' }))
    const began = Date.now()
    const submitted = await submit(event, body, language)
    const { answer } = submitted
    if (answer.ok) {
      setSending({ state: 'idle' })
      onRegistered(submitted)
      return
    }
    const { refusal } = answer
    const { place, retryAfter } = refusal
    if (place) {
      const note = held && held.token !== place.token ? refusal.messages.join(' ') : ''
      wait(body, place, note)
    } else if (held && (refusal.isUncertain || retryAfter !== null)) {
      waitOffline(body, retryAfter)
    } else if (retryAfter !== null && retryAfter <= LONGEST_PAUSE && repetition < MOST_REPETITIONS) {
      repeat(body, retryAfter, repetition + 1, false)
    } else if (foundNoConnection(refusal, began) && repetition < MOST_CONNECTIONS) {
      repeat(body, 1 + repetition, repetition + 1, true)
    } else if (refusal.isUncertain) {
      setSending({ state: 'failed', isOffline: refusal.code === NO_ANSWER && !navigator.onLine })
    } else {
      setSending({ state: 'idle' })
      onRefused(refusal)
    }
  }

  const repeat = (body: RegisterBody, seconds: number, repetition: number, isOffline: boolean) => {
    // Random delay, so that visitors refused at the same moment do not retry at the same moment.
    const pause = (seconds + Math.random()) * 1000
    setSending({ state: 'waiting', until: Date.now() + pause, isOffline })
    later(pause, () => send(body, repetition))
  }

  const wait = (body: RegisterBody, place: WaitingPlace, note?: string) => {
    const { ahead, waitSeconds, pollAfterMs } = place
    const { aheadAtFirst } = keepPlace(event.id, place)
    const shown = { ahead, aheadAtFirst, wait: waitSeconds * 1000, at: Date.now(), isOffline: false }
    setSending((former) => ({
      state: 'queued',
      turn: { ...shown, note: note ?? (former.state === 'queued' ? former.turn.note : '') },
    }))
    waiting.current = body
    later(pollAfterMs, () => look(body))
  }

  const waitOffline = (body: RegisterBody, retryAfter: number | null) => {
    setSending((former) => {
      const turn = former.state === 'queued' ? former.turn : INITIAL
      return { state: 'queued', turn: { ...turn, isOffline: retryAfter === null } }
    })
    waiting.current = body
    later(((retryAfter ?? 2) + 2 * Math.random()) * 1000, () => look(body))
  }

  const look = async (body: RegisterBody) => {
    clearTimeout(timer.current)
    waiting.current = undefined
    const number = ++question.current
    const answer = await askForTurn(event.id, body, language)
    if (number !== question.current) return
    if (answer.ok) {
      if (answer.data.called) await send(body)
      else wait(body, answer.data)
      return
    }
    const { refusal } = answer
    if (refusal.isUncertain || refusal.retryAfter !== null) {
      waitOffline(body, refusal.retryAfter)
    } else if (refusal.code === CODE.notFound) {
      // The place or the event is gone; the answer to the registration says which.
      await send(body)
    } else {
      // With the place kept, another class can be chosen without waiting anew.
      if (refusal.code !== CODE.ticketSoldOut) dropPlace(event.id)
      stopWaiting(event.id)
      setSending({ state: 'idle' })
      onRefused(refusal)
    }
  }

  const resume = useEffectEvent((body = waiting.current) => {
    if (body) void look(body)
  })
  useEffect(() => {
    if (queued) resume(queued)
    return () => {
      question.current++
      clearTimeout(timer.current)
    }
  }, [queued])

  const isQueued = sending.state === 'queued'
  useEffect(() => {
    if (!isQueued) return
    // A page out of view hears its timers late.
    const returned = () => {
      if (document.visibilityState === 'visible') resume()
    }
    const leaving = (leave: BeforeUnloadEvent) => leave.preventDefault()
    document.addEventListener('visibilitychange', returned)
    window.addEventListener('beforeunload', leaving)
    return () => {
      document.removeEventListener('visibilitychange', returned)
      window.removeEventListener('beforeunload', leaving)
    }
  }, [isQueued])

  const stop = () => {
    clearTimeout(timer.current)
    setSending({ state: 'failed' })
  }

  const leaveQueue = () => {
    clearTimeout(timer.current)
    waiting.current = undefined
    question.current++
    dropPlace(event.id)
    setSending({ state: 'idle' })
  }

  return { sending, send: (body: RegisterBody) => void send(body), stop, leaveQueue }
}

/** A request without an answer that ended at once, on a device that is online. */
const foundNoConnection = ({ code, isUncertain }: Refusal, began: number) =>
  isUncertain && code === NO_ANSWER && navigator.onLine && Date.now() - began < 5000
