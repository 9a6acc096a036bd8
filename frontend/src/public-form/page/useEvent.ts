import { useCallback, useEffect, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { bearer, sessionToken } from '../accountSession'
import type { Address } from '../address'
import { type Answer, ask, codeHeader, type Refusal } from '../api'
import type { EventHead, PublicEvent, ShownEvent } from '../contract'
import type { Fault } from '../fields/faults'
import { serverNow } from '../serverClock'
import { useTranslation } from '../translation'

export type EventLoad =
  | { state: 'loading' }
  | { state: 'failed'; refusal: Refusal }
  /** The visitor reads no more of the event; `fault`: why the code that they gave does not open it. */
  | { state: 'head'; head: EventHead; fault: Fault | undefined }
  | { state: 'ready'; event: PublicEvent }

/** Milliseconds after which a page that comes back into view asks again. */
const STALE = 60_000
/** `setTimeout` takes no more, 24 days. */
const LONGEST_TIMER = 2 ** 31 - 1

/**
 * Loads the event as visitors see it, and again when the language changes, because the consent is in the server's
 * words. `reload` keeps the shown event when the server refuses or cannot be reached, unless the event is gone (5005).
 * `open` asks again with the code of an invitation, also with the one that it has.
 */
export function useEvent(address: Address) {
  const { language } = useTranslation()
  const [load, setLoad] = useState<EventLoad>({ state: 'loading' })
  const loadedAt = useRef(0)
  const { eventId, isPreview } = address
  const [code, setCode] = useState(address.invitationCode)

  const reload = useCallback(async () => {
    const request = { eventId, isPreview, invitationCode: code, language }
    const answer = await (takeEarly(request) ?? fetchShown(request))
    if (answer.ok) {
      loadedAt.current = Date.now()
      const shown = answer.data
      setLoad(
        isWhole(shown)
          ? { state: 'ready', event: shown }
          : { state: 'head', head: shown, fault: code === '' ? undefined : { key: 'invitation.invalid' } },
      )
    } else {
      const { refusal } = answer
      setLoad((former) => {
        if (refusal.code === CODE.notFound) return { state: 'failed', refusal }
        if (former.state === 'head') return code === '' ? former : { ...former, fault: faultOf(refusal) }
        return former.state === 'ready' ? former : { state: 'failed', refusal }
      })
    }
  }, [eventId, isPreview, language, code])

  const retry = useCallback(() => {
    setLoad({ state: 'loading' })
    void reload()
  }, [reload])

  useEffect(() => void reload(), [reload])

  const open = (given: string) => {
    if (given === code) void reload()
    else setCode(given)
  }

  const event = load.state === 'ready' ? load.event : null
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt.current > STALE) void reload()
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [reload])

  // At the closing time the server says whether it really is over: the organiser may have moved it.
  useEffect(() => {
    if (event?.formType !== 'open') return
    const left = Date.parse(event.closeRegistrationDate) - serverNow()
    if (left <= 0 || left > LONGEST_TIMER) return
    const timer = setTimeout(() => void reload(), left + 1000)
    return () => clearTimeout(timer)
  }, [event, reload])

  return { load, reload, retry, code, open }
}

const faultOf = ({ messages }: Refusal): Fault =>
  messages.length > 0 ? { text: messages.join(' ') } : { key: 'notice.failed.text' }

const isWhole = (shown: ShownEvent): shown is PublicEvent => 'eventForm' in shown

const path = (eventId: string, view: 'public' | 'preview') => `/event/${encodeURIComponent(eventId)}/${view}`

interface ShownRequest extends Pick<Address, 'eventId' | 'isPreview' | 'invitationCode'> {
  language: Language
}

/** The request that was made before the page was drawn, and its answer. */
let early: { request: ShownRequest; answer: Promise<Answer<ShownEvent>> } | undefined

/** Asks for the event before the page is drawn, so that the answer is on its way meanwhile. */
export function askEarly({ eventId, isPreview, invitationCode }: Address, language: Language) {
  const request = { eventId, isPreview, invitationCode, language }
  early = { request, answer: fetchShown(request) }
}

/** Takes the early answer if it answers this request; once, because the next request wants what is true then. */
function takeEarly(request: ShownRequest) {
  const asked = early
  early = undefined
  return JSON.stringify(asked?.request) === JSON.stringify(request) ? asked?.answer : undefined
}

const fetchShown = ({ eventId, isPreview, invitationCode, language }: ShownRequest) =>
  isPreview ? fetchPreview(eventId, language) : fetchEvent(eventId, language, invitationCode)

/** Asks for the event; for members, a second time with the session on this device, if there is one, because its owner may
 * be a member. */
async function fetchEvent(eventId: string, language: Language, code: string): Promise<Answer<ShownEvent>> {
  const headers = codeHeader(code)
  const answer = await ask<ShownEvent>(path(eventId, 'public'), { language, headers })
  if (!answer.ok || !answer.data.membersOnly) return answer
  const token = await sessionToken(language)
  if (!token) return answer
  const asked = await ask<ShownEvent>(path(eventId, 'public'), {
    language,
    headers: { ...headers, ...bearer(token) },
  })
  return asked.ok ? asked : answer
}

async function fetchPreview(eventId: string, language: Language): Promise<Answer<PublicEvent>> {
  const token = await sessionToken(language)
  return ask(path(eventId, 'preview'), { language, headers: bearer(token) })
}
