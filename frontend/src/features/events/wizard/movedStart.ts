import { useState } from 'react'
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

/** The event before its start was touched, or since another of its times was chosen; and as the last change left it. */
interface Origin {
  event: EventFields
  left: EventFields
}

/**
 * The change of the start to `next`, which is null while it cannot be read, with the times that follow it. They follow
 * from the origin: a start that is typed passes through other days, with which a time must not begin to go.
 */
export function startChange(event: EventFields, { event: from, left }: Origin, next: string | null) {
  const isLeftSo = (['eventStartDate', ...FOLLOWERS] as const).every(
    (name) => (event[name] || null) === (left[name] || null),
  )
  const base = isLeftSo ? from : { ...event, eventStartDate: event.eventStartDate ?? from.eventStartDate }
  const was = base.eventStartDate
  const changes = { eventStartDate: next, ...(was && next && followersOf(base, was, next)) }
  const changed = { ...event, ...changes }
  return { changes, origin: { event: was ? base : changed, left: changed } }
}

/** Changes the start with the times that follow it; `moved` are those that differ from the stored event. */
export function useMovedStart() {
  const { state, saved, change } = useWizardContext()
  const { event } = state
  const [origin, setOrigin] = useState<Origin>({ event, left: event })
  return {
    onChange: (next: string | null) => {
      const { changes, origin: begun } = startChange(event, origin, next)
      setOrigin(begun)
      change(changes)
    },
    moved: FOLLOWERS.filter(
      (name) =>
        isSame(event[name], origin.left[name]) &&
        !isSame(event[name], origin.event[name]) &&
        !isSame(event[name], saved.current.event[name]),
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
