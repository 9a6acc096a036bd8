import { language, locale } from './language'

/** Events happen in Vietnam: whatever zone the device is in, times are shown and typed in this one. */
export const ZONE = 'Asia/Ho_Chi_Minh'

/** Vietnam keeps UTC+7 all year. */
const OFFSET = 7 * 60 * 60 * 1000

type Instant = string | number | Date

const format = (instant: Instant, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale(), { timeZone: ZONE, ...options }).format(new Date(instant))

/** 20/11/2025, and 20 Nov 2025 in English, where a month in digits would be read two ways. */
export function formatDate(instant: Instant): string {
  if (language() === 'vi') return format(instant, { day: '2-digit', month: '2-digit', year: 'numeric' })
  const [day, month, year] = (['day', 'month', 'year'] as const).map((part) =>
    format(instant, { [part]: part === 'month' ? 'short' : 'numeric' }),
  )
  return `${day} ${month} ${year}`
}

/** The same for date inputs, in the letters of dayjs. */
export const dayPattern = () => (language() === 'vi' ? 'DD/MM/YYYY' : 'DD MMM YYYY')

/** 18:30 */
export const formatTime = (instant: Instant) =>
  format(instant, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** 18:30, 20/11/2025, and 20 Nov 2025, 18:30 in English: each as the server's mails say it. */
export function formatDateTime(instant: Instant): string {
  const [time, date] = [formatTime(instant), formatDate(instant)]
  return language() === 'vi' ? `${time}, ${date}` : `${date}, ${time}`
}

/** Thứ Năm, 20 tháng 11, 2025: for headings and the public page. */
export const formatLongDate = (instant: Instant) =>
  format(instant, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** "2 giờ trước", "in 3 days": the largest unit that is not zero. */
export function formatRelative(instant: Instant, now: number): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  const relative = new Intl.RelativeTimeFormat(language(), { numeric: 'auto' })
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit)
  }
  return relative.format(0, 'minute')
}

/** ISO UTC → `2025-11-20 18:30:00` as the clock on a Vietnamese wall shows it (what date pickers work with). */
export function toWallClock(iso: string): string {
  return new Date(Date.parse(iso) + OFFSET).toISOString().slice(0, 19).replace('T', ' ')
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * `20/11/2025`, `20.11.2025`, `20-11-2025` or `20 Nov 2025` → `2025-11-20`; null for anything else and for days that do
 * not exist.
 */
export function parseDay(text: string): string | null {
  const [, day, name, year] = /^\s*(\d{1,2})[/. -]([a-z]{3}|\d{1,2})[/. -](\d{4})\s*$/i.exec(text) ?? []
  if (!day || !name || !year) return null
  const month = /\d/.test(name) ? name : String(MONTHS.indexOf(name.toLowerCase()) + 1)
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
