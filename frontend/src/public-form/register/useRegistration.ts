import { useCallback, useEffect, useLayoutEffect, useReducer, useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Address } from '../address'
import type { AnswerValue } from '../contract'
import type { EventLoad } from '../page/useEvent'
import { dropTicket, type IssuedTicket, keepTicket, recallTicket } from '../ticket/issuedTicket'
import { dropPlace } from '../waiting-room/waitingPlace'
import { dropAttempt } from './registrationAttempt'
import { type Draft, openDraft, rememberPerson, removeDraft, saveDraft } from './registrationDraft'
import { INITIAL_FLOW, registrationFlow } from './registrationFlow'
import { hasUncertainAttempt, type Submitted, waitingBody } from './submission'

/** Shows a ticket of this browser session again; otherwise restores the form's draft. */
function begin({ eventId, isPreview, invitationCode }: Address) {
  const nothing = { isRecalled: false, isRestored: false, isUncertain: false, queued: null }
  if (isPreview) return { ...nothing, flow: INITIAL_FLOW }
  const ticket = recallTicket(eventId)
  if (ticket) {
    const flow = registrationFlow(INITIAL_FLOW, { type: 'registered', ticket })
    return { ...nothing, flow, isRecalled: true }
  }
  const { draft, isRestored } = openDraft(eventId, invitationCode)
  const queued = waitingBody(eventId)
  // The waiting registration was sent with the visitor's consent, which no draft keeps.
  const flow = { ...INITIAL_FLOW, registerData: { ...draft, consent: queued?.consent ?? false } }
  return { ...nothing, flow, isRestored, isUncertain: hasUncertainAttempt(eventId), queued }
}

/** The flow with everything the device keeps of it: the draft while typing, the ticket once it is there. */
export function useRegistration(address: Address, load: EventLoad) {
  const [beginning] = useState(() => begin(address))
  const [flow, dispatch] = useReducer(registrationFlow, beginning.flow)
  const [isRecalled, setRecalled] = useState(beginning.isRecalled)
  const [isRestored, setRestored] = useState(beginning.isRestored)
  const [isUncertain, setUncertain] = useState(beginning.isUncertain)
  const [queued, setQueued] = useState(beginning.queued)
  const [isTyped, setTyped] = useState(false)
  const [round, setRound] = useState(0)
  const { eventId, isPreview, invitationCode: linkCode } = address

  // A layout effect, because otherwise a closed event would show its form for a moment.
  useLayoutEffect(() => {
    if (load.state === 'ready') dispatch({ type: 'formTypeKnown', formType: load.event.formType })
    if (load.state === 'failed' && load.refusal.code === CODE.notFound) dispatch({ type: 'notFound' })
  }, [load])

  useEffect(() => {
    if (!isTyped || isPreview || load.state !== 'ready') return
    saveDraft(eventId, flow.registerData, linkCode, load.event.eventForm.scheme)
  }, [eventId, isPreview, isTyped, linkCode, load, flow.registerData])

  const type = useCallback((changes: Partial<Draft>) => {
    setTyped(true)
    dispatch({ type: 'typed', changes })
  }, [])

  /** Uses the latest draft, because an upload may end after other input. */
  const answer = useCallback((questionId: string, given: AnswerValue, preview?: string) => {
    setTyped(true)
    dispatch({ type: 'answered', questionId, answer: given, preview })
  }, [])

  /**
   * Clears the form for another person: the ticket, the draft, the remembered person, the place in the queue, and the
   * attempt, whose late answer would show this person's ticket to the next one.
   */
  const startAnew = () => {
    setTyped(false)
    dropTicket(eventId)
    removeDraft(eventId)
    dropAttempt(eventId)
    dropPlace(eventId)
    setRecalled(false)
    setRestored(false)
    setUncertain(false)
    setQueued(null)
    setRound((before) => before + 1)
    dispatch({ type: 'startedAnew' })
  }

  const registered = ({ answer: given, body, isFromEarlierAttempt }: Submitted) => {
    if (!given.ok || load.state !== 'ready') return
    setTyped(false)
    const { id, title, eventStartDate, endDate, venueAddress, backgroundColor, coverImage, logo } = load.event
    const { googleCalendar } = load.event
    const isCollected = load.event.turnOffPayment && (given.data.ticket?.price ?? 0) > 0
    const ticket: IssuedTicket = {
      ...given.data,
      fullName: body.fullName,
      paymentMethod: body.paymentMethod ?? (isCollected ? 'ORGANISER' : null),
      event: {
        id,
        title,
        eventStartDate,
        endDate,
        venueAddress,
        backgroundColor,
        coverImage,
        logo,
        googleCalendar,
      },
      isFromEarlierAttempt,
    }
    keepTicket(ticket)
    removeDraft(eventId)
    rememberPerson(body)
    dispatch({ type: 'registered', ticket })
  }

  /** The form has input and stays on the screen, whatever happens to the event. */
  const isUnderWay = isTyped || isRestored || isUncertain || queued !== null

  return {
    flow,
    dispatch,
    type,
    answer,
    /** The ticket is of an earlier visit to the page: it may have been cancelled since. */
    isRecalled,
    isRestored,
    isUnderWay,
    /** The form was sent before the page was reloaded, and the result is unknown. */
    isUncertain,
    /** The registration that waited for its turn when the page was reloaded. */
    queued,
    /** Counts how often the form was started over; used as a key to reset the form's state. */
    round,
    startAnew,
    registered,
  }
}

export type Registration = ReturnType<typeof useRegistration>
