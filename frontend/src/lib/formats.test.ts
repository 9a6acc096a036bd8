import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { formatsOf, makeFormats } from './formats'
import { LANGUAGES, type Language } from './languages'

const START = '2026-11-20T11:30:00Z'

test.each([
  [undefined, '18:30'],
  [null, '18:30'],
  ['2026-11-20T14:00:00Z', '18:30 – 21:00'],
  // Midnight in Vietnam lies between them.
  ['2026-11-20T17:30:00Z', '18:30 – 00:30, Saturday, November 21, 2026'],
])('an event that ends at %s takes place at %s', (end, hours) =>
  expect(formatsOf('en').hours(START, end)).toBe(hours),
)

test.each([
  ['vi', '20/11', '11/2026', '1,2 triệu', '1,2 triệu\u00a0₫'],
  ['en', 'Nov 20', 'Nov 2026', '1.2M', '₫1.2M'],
] as const)('%s is short where little room is left', (language, ...short) => {
  const { dayOfMonth, month, compact, compactMoney } = formatsOf(language)
  const [number, dong] = [compact(1_200_000), compactMoney(1_200_000)]
  expect([dayOfMonth(START), month(START), number, dong]).toEqual(short)
})

test.each([
  ['vi', 'Thứ Sáu, 20/11/2026', '20 tháng 11, 2026', 'Chủ nhật, 22/11/2026'],
  ['en', 'Friday, November 20, 2026', 'November 20, 2026', 'Sunday, November 22, 2026'],
] as const)('%s writes a day in full', (language, ...written) => {
  const { longDate, dateInWords } = formatsOf(language)
  expect([longDate(START), dateInWords(START), longDate('2026-11-22T11:30:00Z')]).toEqual(written)
})

test.each([
  ['vi', '1,35 triệu'],
  ['en', '1.35M'],
] as const)('%s does not round away what a chart shows beside it', (language, short) => {
  expect(formatsOf(language).compact(1_350_000)).toBe(short)
})

type Written = Record<'date' | 'dateTime' | 'money', string>

/** The server's tests read the same examples, so that mails and screens write alike. */
const { moments }: { moments: ({ instant: string; dong: number } & Record<Language, Written>)[] } =
  JSON.parse(readFileSync('../crates/i18n/examples.json', 'utf8'))

test.each(Object.keys(LANGUAGES) as Language[])(
  'dates and money in %s are written as in the mails',
  (language) => {
    const { date, dateTime, money } = formatsOf(language)
    for (const { instant, dong, [language]: written } of moments) {
      const shown = { date: date(instant), dateTime: dateTime(instant), money: money(dong) }
      expect({ ...shown, money: shown.money.replace('\u00a0', ' ') }).toEqual(written)
    }
  },
)

test('no format of the browser is made before it is used, or twice', () => {
  const { DateTimeFormat } = Intl
  // biome-ignore lint/complexity/useArrowFunction: it is called with `new`.
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...options) {
    return new DateTimeFormat(...options)
  })
  const numbers = vi.spyOn(Intl, 'NumberFormat')
  const { longDate } = makeFormats('vi')
  expect(made).not.toHaveBeenCalled()
  const written = longDate(START)
  const count = made.mock.calls.length
  expect(count).toBeGreaterThan(0)
  expect(longDate(START)).toBe(written)
  expect(made).toHaveBeenCalledTimes(count)
  expect(numbers).not.toHaveBeenCalled()
})
