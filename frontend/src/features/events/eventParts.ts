import type { EventSummary } from './queries'

/** The parts of the list, in the order in which the server gives the events. */
const PARTS = ['running', 'upcoming', 'past', 'cancelled'] as const
export type EventPart = (typeof PARTS)[number]

function partOf({ isCancelled, isOver, eventStartDate }: EventSummary, now: number): EventPart {
  if (isCancelled) return 'cancelled'
  if (isOver) return 'past'
  return Date.parse(eventStartDate) <= now ? 'running' : 'upcoming'
}

/** The events by part, without empty parts. */
export function byPart(events: readonly EventSummary[], now: number): [EventPart, EventSummary[]][] {
  const parts = PARTS.map((part): [EventPart, EventSummary[]] => [
    part,
    events.filter((event) => partOf(event, now) === part),
  ])
  return parts.filter(([, found]) => found.length > 0)
}
