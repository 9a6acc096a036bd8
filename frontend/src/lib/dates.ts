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

/** The present day in Vietnam. */
export const today = () => toWallClock(new Date().toISOString()).slice(0, 10)

/** The inverse of `toWallClock`; null for text that is no date. */
export function fromWallClock(wallClock: string): string | null {
  const time = Date.parse(`${wallClock.replace(' ', 'T')}Z`)
  return Number.isNaN(time) ? null : new Date(time - OFFSET).toISOString()
}
