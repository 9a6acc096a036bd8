import type { GroupEvent, MeetingDay, SeriesCourse } from './queries'

/** A list of events as it is shown: single events, and series with those of their meetings that are in the list. */
export type Card =
  | { id: string; event: GroupEvent }
  | { id: string; course: SeriesCourse; meetings: [GroupEvent, ...GroupEvent[]] }

/** Puts the meetings of each series together, where the first of them stands. */
export function cardsOf(events: readonly GroupEvent[], courses: readonly SeriesCourse[]): Card[] {
  const cards = new Map<string, Card>()
  for (const event of events) {
    const course = courses.find(({ id }) => id === event.seriesId)
    const card = course && cards.get(course.id)
    if (card && 'meetings' in card) card.meetings.push(event)
    else if (course) cards.set(course.id, { id: course.id, course, meetings: [event] })
    else cards.set(event.id, { id: event.id, event })
  }
  return [...cards.values()]
}

/** A meeting in the line of its series. */
export interface Dot {
  day: MeetingDay
  time: 'past' | 'next' | 'coming'
  look: 'cancelled' | 'registered' | 'plain'
}

/** The meetings of a series as they follow one another; the next is the first that is neither over nor cancelled. */
export function dotsOf({ meetings }: SeriesCourse): Dot[] {
  const next = meetings.find(({ isOver, isCancelled }) => !isOver && !isCancelled)
  return meetings.map((day) => ({
    day,
    time: day.isOver ? 'past' : day === next ? 'next' : 'coming',
    look: day.isCancelled ? 'cancelled' : day.isRegistered ? 'registered' : 'plain',
  }))
}
