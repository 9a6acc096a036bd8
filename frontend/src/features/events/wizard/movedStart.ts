import { useEffect, useRef, useState } from 'react'
import type { EventFields } from './draftStore'
import { useWizardContext } from './fields'

/** The times that belong to an event's start. */
type Followers = Partial<Pick<EventFields, 'endDate' | 'closeRegistrationDate'>>
const FOLLOWERS = ['endDate', 'closeRegistrationDate'] as const

const isSame = (one: string | null | undefined, other: string | null | undefined) =>
  Boolean(one && other) && Date.parse(one ?? '') === Date.parse(other ?? '')

/**
 * The times that follow the start from `was` to `next`: the end keeps its distance, and a registration that closed at
 * the start or at the end still does. A time that the organizer chose by itself stays.
 */
export function followersOf(event: EventFields, was: string, next: string): Followers {
  const { endDate: end, closeRegistrationDate: close } = event
  const moved = (time: string) =>
    new Date(Date.parse(time) + Date.parse(next) - Date.parse(was)).toISOString()
  const isEndAfter = Boolean(end) && Date.parse(end ?? '') > Date.parse(was)
  const closesWith = isSame(close, was) || (isEndAfter && isSame(close, end))
  return {
    ...(end && isEndAfter && { endDate: moved(end) }),
    ...(close && closesWith && { closeRegistrationDate: moved(close) }),
  }
}

/** Changes the start with the times that follow it; `moved` are those that differ from the stored event. */
export function useMovedStart() {
  const { state, saved, change } = useWizardContext()
  const { eventStartDate: start } = state.event
  // While the start is typed it cannot be read for moments; the times follow from the last one that could.
  const last = useRef(start)
  useEffect(() => {
    if (start) last.current = start
  }, [start])
  const [followers, setFollowers] = useState<Followers>({})
  return {
    onChange: (next: string | null) => {
      const moved = next && last.current ? followersOf(state.event, last.current, next) : {}
      setFollowers((before) => ({ ...before, ...moved }))
      change({ eventStartDate: next, ...moved })
    },
    moved: FOLLOWERS.filter(
      (name) =>
        isSame(state.event[name], followers[name]) && !isSame(state.event[name], saved.current.event[name]),
    ),
  }
}

/** How long an event takes that names no end, as in the guests' calendars. */
const USUAL_LENGTH = 3 * 60 * 60 * 1000

/** Whether people can register after the event. */
export function closesAfterEnd(event: EventFields) {
  const { eventStartDate: start, endDate: end, closeRegistrationDate: close } = event
  if (!close || !(end || start)) return false
  return Date.parse(close) > (end ? Date.parse(end) : Date.parse(start ?? '') + USUAL_LENGTH)
}
