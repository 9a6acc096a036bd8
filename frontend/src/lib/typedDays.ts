import { calendarNames } from './calendarNames'
import { language } from './language'
import { LANGUAGES } from './languages'

/** Days as people type them; apart from `dates`, because no first screen has a field for them. */

/** The short names of the months in this language, as `dayPattern` shows them, then in English. */
const monthNames = () =>
  [LANGUAGES[language()].locale, 'en-US'].flatMap((locale) => calendarNames(locale).monthsShort)

/** Two numbers, or a month's name before or after the day, before the year, which may be absent. */
const TYPED_DAY =
  /^\s*(?:(?<name>\p{L}+\.?)\s+(?<dayAfter>\d{1,2})|(?<day>\d{1,2})[ .-]\s*(?<nameAfter>\p{L}+\.?)|(?<first>\d{1,2})[/. -](?<second>\d{1,2}))(?:,?[/. -]\s*(?<year>\d{4}))?\s*$/u
const ISO_DAY = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/

/**
 * `20/11/2025`, `20.11.2025`, `Nov 20, 2025`, `20 Nov 2025` or `2025-11-20` → `2025-11-20`; null for anything else and for
 * days that do not exist. In digits day and month stand in the order of the language; a number above 12 is the day. A day
 * without a year is the next one from the day `from` on, and no day without it.
 */
export function parseDay(text: string, from?: string): string | null {
  const iso = ISO_DAY.exec(text)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const typed = TYPED_DAY.exec(text)?.groups
  if (!typed) return null
  const { first, second, year } = typed
  const dated = (month: string, day?: string) =>
    year ? existing(year, month, day) : from ? nextAfter(from, month, day) : null
  if (first && second) {
    const isMonthFirst =
      LANGUAGES[language()].typed === 'month-day' ? Number(first) <= 12 : Number(second) > 12
    return isMonthFirst ? dated(first, second) : dated(second, first)
  }
  const name = (typed.name ?? typed.nameAfter)?.toLowerCase()
  const at = monthNames().findIndex((month) => month.toLowerCase() === name)
  return dated(String((at % 12) + 1), typed.dayAfter ?? typed.day)
}

/** The first such day that is not before `from`; February 29 may be eight years away. */
function nextAfter(from: string, month: string, day?: string): string | null {
  const years = Array.from({ length: 9 }, (_, after) => String(Number(from.slice(0, 4)) + after))
  return years.map((year) => existing(year, month, day)).find((one) => one !== null && one >= from) ?? null
}

function existing(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}
