const HOUR = 3_600_000

/** The time before an event's start from which its home shows the evening. */
const EVENING = 3 * HOUR

/** The part of an event's life that its home shows. */
export type Face = 'before' | 'tonight' | 'after'

interface Times {
  eventStartDate: string
  /** The server decides, which knows how long an event without an end lasts. */
  isOver: boolean
}

export function faceOf({ eventStartDate, isOver }: Times, now: number): Face {
  if (isOver) return 'after'
  return Date.parse(eventStartDate) - now <= EVENING ? 'tonight' : 'before'
}
