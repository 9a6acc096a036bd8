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

/** The short names of the months in this language, as `dayPattern` shows them, then in English. */
const monthNames = () =>
  [LANGUAGES[language()].locale, 'en-US'].flatMap((locale) => calendarNames(locale).monthsShort)

/** A month's name before the day, as in English, or anything before the year. */
const TYPED_DAY =
  /^\s*(?:(?<name>\p{L}+\.?)\s+(?<dayAfter>\d{1,2})|(?<day>\d{1,2})[/. -](?<month>\d{1,2}|\p{L}+\.?)),?[/. -]\s*(?<year>\d{4})\s*$/u

/**
 * `20/11/2025`, `20.11.2025`, `20-11-2025`, `Nov 20, 2025` or `20 Nov 2025` → `2025-11-20`; null for anything else and for
 * days that do not exist. In digits the day comes first in every language.
 */
export function parseDay(text: string): string | null {
  const { name, dayAfter, day = dayAfter, month: typed = name, year } = TYPED_DAY.exec(text)?.groups ?? {}
  if (!day || !typed || !year) return null
  const at = monthNames().findIndex((month) => month.toLowerCase() === typed.toLowerCase())
  const month = /\d/.test(typed) ? typed : String((at % 12) + 1)
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : null
}

/** `18:30`, `1830`, `18h30`, `18h` or `8` → `HH:mm`; null for anything else. */
export function parseTimeOfDay(text: string): string | null {
  const [, hour, minute = '00'] = /^\s*(\d{1,2})\s*(?:[:.h]?\s*(\d{2})|h)?\s*$/i.exec(text) ?? []
  if (!hour || Number(hour) > 23 || Number(minute) > 59) return null
  return `${hour.padStart(2, '0')}:${minute}`
}

/** The inverse of `toWallClock`; null for text that is no date. */
export function fromWallClock(wallClock: string): string | null {
  const time = Date.parse(`${wallClock.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? null : new Date(time - OFFSET).toISOString()
}
