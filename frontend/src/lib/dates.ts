import { calendarNames } from './calendarNames'
import type { Instant } from './formats'
import { formats, language } from './language'
import { LANGUAGES } from './languages'

/** Vietnam keeps UTC+7 all year. */
const OFFSET = 7 * 60 * 60 * 1000

export const formatDate = (instant: Instant) => formats().date(instant)
export const formatDayOfMonth = (instant: Instant) => formats().dayOfMonth(instant)
export const formatMonth = (instant: Instant) => formats().month(instant)
export const formatTime = (instant: Instant) => formats().time(instant)
export const formatDateTime = (instant: Instant) => formats().dateTime(instant)
export const formatLongDate = (instant: Instant) => formats().longDate(instant)
export const formatDateInWords = (instant: Instant) => formats().dateInWords(instant)
export const formatRelative = (instant: Instant, now: number) => formats().relative(instant, now)

/** The pattern of dayjs for a date input. */
export const dayPattern = () => LANGUAGES[language()].date

/** ISO UTC → `2025-11-20 18:30:00` as the clock on a Vietnamese wall shows it (what date pickers work with). */
export function toWallClock(iso: string): string {
  return new Date(Date.parse(iso) + OFFSET).toISOString().slice(0, 19).replace('T', ' ')
}

/** The names of the weekdays in this language, beginning with Monday. */
export function weekdayNames() {
  const [sunday = '', ...others] = calendarNames(LANGUAGES[language()].locale).weekdays
  return [...others, sunday]
}

/** The parts of a date that stand below one another on a tile, as the clock in Vietnam shows it. */
export function dateTile(iso: string) {
  const shown = new Date(Date.parse(iso) + OFFSET)
  const { weekdays, monthsShort } = calendarNames(LANGUAGES[language()].locale)
  return {
    weekday: weekdays[shown.getUTCDay()] ?? '',
    day: shown.getUTCDate(),
    month: monthsShort[shown.getUTCMonth()] ?? '',
  }
}

/** The short names of the months in this language, as `dayPattern` shows them, then in English. */
const monthNames = () =>
  [LANGUAGES[language()].locale, 'en-US'].flatMap((locale) => calendarNames(locale).monthsShort)

/** Two numbers, or a month's name before or after the day, before the year. */
const TYPED_DAY =
  /^\s*(?:(?<name>\p{L}+\.?)\s+(?<dayAfter>\d{1,2})|(?<day>\d{1,2})[ .-]\s*(?<nameAfter>\p{L}+\.?)|(?<first>\d{1,2})[/. -](?<second>\d{1,2})),?[/. -]\s*(?<year>\d{4})\s*$/u
const ISO_DAY = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/

/**
 * `20/11/2025`, `20.11.2025`, `Nov 20, 2025`, `20 Nov 2025` or `2025-11-20` → `2025-11-20`; null for anything else and for
 * days that do not exist. In digits day and month stand in the order of the language; a number above 12 is the day.
 */
export function parseDay(text: string): string | null {
  const iso = ISO_DAY.exec(text)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const typed = TYPED_DAY.exec(text)?.groups
  if (!typed) return null
  const { first, second, year } = typed
  if (first && second) {
    const isMonthFirst =
      LANGUAGES[language()].typed === 'month-day' ? Number(first) <= 12 : Number(second) > 12
    return isMonthFirst ? existing(year, first, second) : existing(year, second, first)
  }
  const name = (typed.name ?? typed.nameAfter)?.toLowerCase()
  const at = monthNames().findIndex((month) => month.toLowerCase() === name)
  return existing(year, String((at % 12) + 1), typed.dayAfter ?? typed.day)
}

function existing(year = '', month = '', day = ''): string | null {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

/** The inverse of `toWallClock`; null for text that is no date. */
export function fromWallClock(wallClock: string): string | null {
  const time = Date.parse(`${wallClock.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? null : new Date(time - OFFSET).toISOString()
}
