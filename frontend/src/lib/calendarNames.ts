import { spelledWeekday } from './formats'

const made = new Map<string, ReturnType<typeof makeNames>>()

/** The days and months as dayjs wants them, for the calendars. */
export function calendarNames(locale: string) {
  const names = made.get(locale) ?? makeNames(locale)
  made.set(locale, names)
  return names
}

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
