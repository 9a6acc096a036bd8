import type { DataRequest } from './queries'

const DAY = 86_400_000

/**
 * The next date of an open request: that of the answer, or after it that of the end. Days are negative once the date
 * has passed.
 */
export function nextDate({ answerBy, answeredAt, doneBy }: DataRequest, now: number) {
  const isAnswer = answeredAt === null
  const date = isAnswer ? answerBy : doneBy
  // Dates are the last moment of a day, so that the rest of today counts as no day.
  return { date, isAnswer, days: Math.floor((Date.parse(date) - now) / DAY) }
}
