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
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'VND' })
  return {
    /** Whole dong: `1.250.000 ₫`. */
    money: (dong: number) => money.format(dong),
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    time: dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** A month in digits would be read two ways in English. */
    date:
      language === 'vi'
        ? dates({ day: '2-digit', month: '2-digit', year: 'numeric' })
        : (iso: string) =>
            `${dates({ day: 'numeric' })(iso)} ${dates({ month: 'short' })(iso)} ${dates({ year: 'numeric' })(iso)}`,
    longDate: dates({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
