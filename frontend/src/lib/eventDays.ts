const DAY = 24 * 60 * 60 * 1000
/** Vietnam keeps UTC+7 all year. */
const OFFSET = 7 * 60 * 60 * 1000
/** An event that ends in the early morning belongs to the evening before. */
const NIGHT = 6 * 60 * 60 * 1000

const dayNumber = (instant: number) => Math.floor((instant + OFFSET) / DAY)

/** The number of days of an event, from the one on which it begins; 1 without an end. */
export function daysOf(start: string, end: string | null | undefined): number {
  if (!end) return 1
  return Math.max(1, dayNumber(Date.parse(end) - NIGHT) - dayNumber(Date.parse(start)) + 1)
}

/** The time of day of `start` on day `day` of an event, in milliseconds since 1970; the first day is 1. */
export const onDay = (start: string, day: number) => Date.parse(start) + (day - 1) * DAY

/** The midnight in Vietnam at which day `day` of an event begins, in milliseconds since 1970; the first day is 1. */
export const dayBegins = (start: string, day: number) =>
  (dayNumber(Date.parse(start)) + day - 1) * DAY - OFFSET
