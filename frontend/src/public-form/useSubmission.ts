import { useEffect, useRef, useState } from 'react'
import type { Refusal } from './api'
import type { PublicEvent, RegisterBody } from './contract'
import { type Submitted, submit } from './submission'
import { useTranslation } from './translation'

export type Sending =
  | { state: 'idle' }
  | { state: 'sending' }
  /** The server is busy: the same request goes out again at `until` (milliseconds), unless the visitor stops it. */
  | { state: 'waiting'; until: number }
  /** No answer, or none that decides: the visitor is offered to try again. */
  | { state: 'failed' }

/** The page waits by itself only for shorter pauses, and for a limited number of them. */
const LONGEST_PAUSE = 60
const MOST_REPETITIONS = 10

interface Listeners {
  onRegistered: (submitted: Submitted) => void
  /** The server has refused the request for good. */
  onRefused: (refusal: Refusal) => void
}

export function useSubmission(
  event: PublicEvent,
  isUncertain: boolean,
  { onRegistered, onRefused }: Listeners,
) {
  const { language } = useTranslation()
  const [sending, setSending] = useState<Sending>({ state: isUncertain ? 'failed' : 'idle' })
  const timer = useRef<number>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = async (body: RegisterBody, repetition = 0) => {
    clearTimeout(timer.current)
    setSending({ state: 'sending' })
    const submitted = await submit(event, body, language)
    const { answer } = submitted
    if (answer.ok) {
      setSending({ state: 'idle' })
      onRegistered(submitted)
      return
    }
    const { retryAfter, isUncertain } = answer.refusal
    if (retryAfter !== null && retryAfter <= LONGEST_PAUSE && repetition < MOST_REPETITIONS) {
      // Random delay, so that visitors refused at the same moment do not retry at the same moment.
      const pause = (retryAfter + Math.random()) * 1000
      setSending({ state: 'waiting', until: Date.now() + pause })
      timer.current = window.setTimeout(() => void send(body, repetition + 1), pause)
    } else if (isUncertain) {
      setSending({ state: 'failed' })
    } else {
      setSending({ state: 'idle' })
      onRefused(answer.refusal)
    }
  }

  const stopWaiting = () => {
    clearTimeout(timer.current)
    setSending({ state: 'failed' })
  }

  return { sending, send: (body: RegisterBody) => void send(body), stopWaiting }
}
