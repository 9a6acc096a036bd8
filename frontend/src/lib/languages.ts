import { readText, writeCookie, writeText } from './storage.ts'

/**
 * The languages of the interface; CONTRIBUTING.md says what a new one needs. `date` is how it writes a day (`MMM` is the
 * month's short name), `longDate` with the day of the week (`dddd`), `dateInWords` so that day and month cannot be
 * mistaken for each other, and `dateTime` the order of day and time. `Lang` on the server writes `date` and `dateTime`
 * alike; the tests of both sides read the same examples, `crates/i18n/examples.json`. `typed` is the order in which a day
 * is typed in digits, and `weekBegins` the first day of a week in a calendar: 0 is Sunday.
 */
export const LANGUAGES = {
  vi: {
    name: 'Tiếng Việt',
    locale: 'vi-VN',
    date: 'DD/MM/YYYY',
    longDate: 'dddd, DD/MM/YYYY',
    dateInWords: 'D tháng M, YYYY',
    dateTime: 'date time',
    typed: 'day-month',
    weekBegins: 1,
  },
  en: {
    name: 'English',
    locale: 'en-US',
    date: 'MMM D, YYYY',
    longDate: 'dddd, MMMM D, YYYY',
    dateInWords: 'MMMM D, YYYY',
    dateTime: 'date, time',
    typed: 'month-day',
    weekBegins: 0,
  },
} as const

export type Language = keyof typeof LANGUAGES

const DEFAULT: Language = 'vi'
const STORED_AT = 'lang'
/** In seconds. */
const YEAR = 31_536_000

/** The language of a code; the default for any other text. */
export const languageOf = (code: string | null | undefined): Language =>
  Object.hasOwn(LANGUAGES, code ?? '') ? (code as Language) : DEFAULT

/** The language chosen on this device; the default until one is chosen. */
export const storedLanguage = () => languageOf(readText('localStorage', STORED_AT))

/** The language of a visitor's page: the one chosen on this device, or else that of the browser. */
export const visitorLanguage = () =>
  languageOf(readText('localStorage', STORED_AT) ?? navigator.language.toLowerCase().split('-')[0])

export function storeLanguage(language: Language) {
  writeText('localStorage', STORED_AT, language)
  tellServer(language)
}

/** The server reads the cookie to send the first screen of a page in this language, before any script runs. */
const tellServer = (language: Language) => writeCookie(STORED_AT, language, YEAR)

// Some browsers keep values written by a script for some days only, so a device that has chosen says it again.
if (readText('localStorage', STORED_AT) !== null) tellServer(storedLanguage())

/** The languages that a switch offers, with the name that each language gives itself. */
export const otherLanguages = (current: Language) =>
  (Object.keys(LANGUAGES) as Language[])
    .filter((code) => code !== current)
    .map((code) => ({ code, name: LANGUAGES[code].name }))
