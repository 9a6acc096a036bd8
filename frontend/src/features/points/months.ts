import { formatMonth, fromWallClock, today } from '~/lib/dates'

/** The number of months that a choice offers. Deals are at most a year old when they are entered. */
const OFFERED = 24
const YEAR = 12

const monthAt = (index: number) =>
  `${Math.floor(index / YEAR)}-${String((index % YEAR) + 1).padStart(2, '0')}`

const indexOf = (month: string) => Number(month.slice(0, 4)) * YEAR + Number(month.slice(5, 7)) - 1

/** The month (`YYYY-MM`) of a day. */
export const monthOf = (day: string) => day.slice(0, 7)

/** The first and the last day of a month. */
export function daysOf(month: string) {
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${days}` }
}

/** The first day of the month that lies this many months after that of `day`. */
export const monthsAfter = (day: string, months: number) => `${monthAt(indexOf(day) + months)}-01`

/** `03/2026`, and `Mar 2026` in English. */
export const nameOfMonth = (month: string) => formatMonth(fromWallClock(`${month}-01 00:00:00`) ?? '')

/** Returns the last two years by month, the present month first, and `chosen` if it is an older month. */
export function offeredMonths(chosen: string | undefined) {
  const present = indexOf(today())
  const months = Array.from({ length: OFFERED }, (_, ago) => monthAt(present - ago))
  return (chosen && !months.includes(chosen) ? [chosen, ...months] : months).map((value) => ({
    value,
    label: nameOfMonth(value),
  }))
}
