import { LANGUAGES, type Language } from './languages'
import { once, oncePer } from './once'

/** Events happen in Vietnam: whatever zone the device is in, times are shown and typed in this one. */
const ZONE = 'Asia/Ho_Chi_Minh'

export type Instant = string | number | Date

const DATE_PARTS: Record<string, Intl.DateTimeFormatOptions> = {
  D: { day: 'numeric' },
  DD: { day: '2-digit' },
  M: { month: 'numeric' },
  MM: { month: '2-digit' },
  MMM: { month: 'short' },
  MMMM: { month: 'long' },
  YYYY: { year: 'numeric' },
  dddd: { weekday: 'long' },
}

/** Vietnamese spelling gives a capital to the days that are named by a number only; `Intl` writes `Chủ Nhật`. */
export const spelledWeekday = (name: string) => name.replace('Chủ Nhật', 'Chủ nhật')

const RELATIVE_UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** As the server's settings count: 1 MB is 1024 × 1024 bytes. */
const BYTE_UNITS = [
  ['terabyte', 2 ** 40],
  ['gigabyte', 2 ** 30],
  ['megabyte', 2 ** 20],
  ['kilobyte', 2 ** 10],
] as const

/** Each of the browser's formats takes about a millisecond of a phone to make: none is made before it is used, or twice. */
export function makeFormats(language: Language) {
  const { locale, date: datePattern, dateTime: order, ...patterns } = LANGUAGES[language]
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options }))
    return (instant: Instant) => format().format(new Date(instant))
  }
  const numbers = once(() => new Intl.NumberFormat(locale))
  const compact = once(() => {
    const short = { notation: 'compact' } as const
    // Uses the long form where the short one is a single letter: readers do not take `1N` for `1 nghìn`.
    const thousand = new Intl.NumberFormat(locale, short).format(1000)
    const isLettered = /\dN$/.test(thousand.replace(/\s/g, ''))
    return new Intl.NumberFormat(locale, {
      ...short,
      compactDisplay: isLettered ? 'long' : 'short',
      // 1.350.000 is not `1,4 triệu`: two decimals keep similar amounts apart.
      maximumFractionDigits: 2,
    })
  })
  const money = once(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'VND' }))
  const relatives = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))

  const parts = new Map(Object.entries(DATE_PARTS).map(([part, options]) => [part, dates(options)]))
  const written = (pattern: string) => (instant: Instant) =>
    pattern.replace(/D+|M+|Y+|d+/g, (part) => spelledWeekday(parts.get(part)?.(instant) ?? part))
  /** `20/11/2025`, and `Nov 20, 2025` in English, where a month in digits would be read two ways. */
  const date = written(datePattern)
  /** `18:30` */
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const longDate = written(patterns.longDate)
  return {
    number: (value: number) => numbers().format(value),
    /** `1,2 triệu`, and `1.2M` in English, where little room is left. */
    compact: (value: number) => compact().format(value),
    /** `1,5 GB`, and `1.5 GB` in English. */
    bytes: (value: number) => {
      const [unit, size] = BYTE_UNITS.find(([, size]) => value >= size) ?? (['byte', 1] as const)
      const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
      return new Intl.NumberFormat(locale, options).format(value / size)
    },
    /** Whole dong: `250.000 ₫` in Vietnamese, `₫250,000` in English. */
    money: (dong: number) => money().format(dong),
    /** `24,8 triệu ₫`, and `₫24.8M` in English, where little room is left. */
    compactMoney: (dong: number) => {
      const parts = money().formatToParts(1)
      return parts.map(({ type, value }) => (type === 'integer' ? compact().format(dong) : value)).join('')
    },
    date,
    /** `20/11`, and `Nov 20` in English. */
    dayOfMonth: written(datePattern.replace(/\W*YYYY/, '')),
    /** `11/2025`, and `Nov 2025` in English. */
    month: written(datePattern.replace(/D+\W*/, '')),
    /** `Thg 11`, `Nov`: for a calendar leaf. */
    monthName: dates({ month: 'short' }),
    /** `20` */
    day: dates({ day: 'numeric' }),
    time,
    /** `20/11/2025 18:30`, and `Nov 20, 2025, 18:30` in English. */
    dateTime: (instant: Instant) =>
      order.replace(/\w+/g, (part) => (part === 'date' ? date(instant) : time(instant))),
    /** `Thứ Năm, 20/11/2025`, and `Thursday, November 20, 2025` in English. */
    longDate,
    /** `20 tháng 11, 2025`, and `November 20, 2025` in English: where digits are in question. */
    dateInWords: written(patterns.dateInWords),
    /** `18:30`, `18:30 – 21:00` or, when it ends on another day, `18:30 – 12:00, Sunday, …`. */
    hours: (start: string, end?: string | null) => {
      if (!end) return time(start)
      const day = longDate(end)
      return `${time(start)} – ${time(end)}${day === longDate(start) ? '' : `, ${day}`}`
    },
    /** `2 giờ trước`, `in 3 days`: the largest unit that is not zero. */
    relative: (instant: Instant, now: number) => {
      const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
      const [unit, length] =
        RELATIVE_UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? (['minute', 60] as const)
      return relatives().format(Math.trunc(seconds / length), unit)
    },
  }
}

/** The formats of a language for money and times. */
export const formatsOf = oncePer(makeFormats)
