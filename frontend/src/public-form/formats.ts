import type { Language } from './words'

/** Events happen in Vietnam: whatever zone the device is in, times are shown in this one. */
const ZONE = 'Asia/Ho_Chi_Minh'
const LOCALES = { vi: 'vi-VN', en: 'en-US' }

/** How one language writes money and times. */
export function formatsOf(language: Language) {
  const locale = LOCALES[language]
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options })
    return (iso: string) => format.format(new Date(iso))
  }
  const time = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const longDate = dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'VND' })
  return {
    /** Whole dong: `1.250.000 ₫`. */
    money: (dong: number) => money.format(dong),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    time,
    /** `18:30`, `18:30 – 21:00` or, when it ends on another day, `18:30 – 12:00, Sunday, …`. */
    hours: (start: string, end?: string | null) => {
      if (!end) return time(start)
      const day = longDate(end)
      return `${time(start)} – ${time(end)}${day === longDate(start) ? '' : `, ${day}`}`
    },
    /** A month in digits would be read two ways in English. */
    date:
      language === 'vi'
        ? dates({ day: '2-digit', month: '2-digit', year: 'numeric' })
        : (iso: string) =>
            `${dates({ day: 'numeric' })(iso)} ${dates({ month: 'short' })(iso)} ${dates({ year: 'numeric' })(iso)}`,
    longDate,
  }
}
