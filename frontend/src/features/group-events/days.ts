import { fromWallClock } from '~/lib/dates'

/** How often a meeting takes place; `month`: on the same weekday of the same week of each month. */
export const RHYTHMS = ['week', 'twoWeeks', 'month'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** The most meetings that are planned at once, as the server allows. */
export const MOST_MEETINGS = 52

const DAY = 24 * 60 * 60 * 1000
const WEEK = 7

/** Noon of a day, at which all of the world's formats agree on the day. */
export const noonOf = (day: string) => fromWallClock(`${day} 12:00:00`) ?? ''

const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** The day so many days later. */
export const dayAfter = (day: string, days: number) => dayOf(utc(day) + days * DAY)

/** Which of its weekday in the month a day is, from 1. */
export const weekOfMonth = (day: string) => Math.ceil(Number(day.slice(8)) / WEEK)

/** The same weekday of the same week, so many months later; null where the month has no fifth such weekday. */
function monthsLater(day: string, months: number): string | null {
  const first = new Date(utc(day))
  const begin = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1))
  const offset = (first.getUTCDay() - begin.getUTCDay() + WEEK) % WEEK
  const found = new Date(begin.getTime() + (offset + (weekOfMonth(day) - 1) * WEEK) * DAY)
  return found.getUTCMonth() === begin.getUTCMonth() ? dayOf(found.getTime()) : null
}

/** The days of meetings from `first` on: so many, or those up to a day; never more than `MOST_MEETINGS`. */
export function daysOf(first: string, rhythm: Rhythm, end: { count: number } | { until: string }): string[] {
  const most = Math.min('count' in end ? end.count : MOST_MEETINGS, MOST_MEETINGS)
  const days: string[] = []
  // A month without a fifth weekday is left out, so there can be more steps than days.
  for (let step = 0; days.length < most && step < MOST_MEETINGS * 3; step++) {
    const day =
      rhythm === 'month'
        ? monthsLater(first, step)
        : dayAfter(first, step * (rhythm === 'week' ? WEEK : 2 * WEEK))
    if (!day) continue
    if ('until' in end && day > end.until) break
    days.push(day)
  }
  return days
}
