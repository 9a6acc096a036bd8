import { spelledWeekday } from './formats'
import { oncePer } from './once'

function makeNames(locale: string) {
  const names = (part: 'weekday' | 'month', count: number, options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    // January 2023 begins with a Sunday, as the weeks of dayjs do.
    return Array.from({ length: count }, (_, at) => {
      const instant = part === 'month' ? Date.UTC(2023, at, 1) : Date.UTC(2023, 0, 1 + at)
      return format.formatToParts(instant).find(({ type }) => type === part)?.value ?? ''
    })
  }
  const weekdays = names('weekday', 7, { weekday: 'long' }).map(spelledWeekday)
  const narrow = names('weekday', 7, { weekday: 'narrow' })
  return {
    weekdays,
    weekdaysMin: new Set(narrow).size === 7 ? narrow : weekdays.map((weekday) => weekday.slice(0, 2)),
    months: names('month', 12, { day: 'numeric', month: 'long' }),
    monthsShort: names('month', 12, { day: 'numeric', month: 'short' }),
    ordinal: String,
  }
}

/** The days and months as dayjs wants them, for the calendars. */
export const calendarNames = oncePer(makeNames)
