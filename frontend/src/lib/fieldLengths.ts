/**
 * The limits of fields. The server is the authority; these only spare a round trip. Lengths are counted after trimming,
 * in Unicode scalar values, as the server counts them ("under N" is at most N − 1).
 */
export const LIMITS = {
  fullName: 999,
  email: 999,
  company: 999,
  phone: 99,
  country: 255,
  shortText: 255,
  passwordMin: 8,
  password: 128,
  code: 40,
  accountNumber: 19,
  accountHolderName: 100,
  bankName: 100,
  venueAddress: 100,
  /** Length of the last part of a public page's address. */
  slug: 40,
  hostName: 100,
  hostContact: 100,
  title: 255,
  longText: 20_000,
  question: 1000,
  /** Length of the reason for which something is refused, taken back or reported. */
  reason: 500,
  /** Length of a visitor's answer to an own question. */
  answer: 2000,
  numberAnswer: 50,
  /** Length of the name and the address on an invoice. */
  invoiceText: 400,
  taxNumber: 30,
} as const

/** Digits that a phone number has at least. */
const SHORTEST_PHONE = 6

export const lengthOf = (text: string) => [...text.trim()].length

export const isEmailAddress = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim())

/** People write `0912 345 678` or `(024) 3825-1234`; digits with an optional leading plus are kept. */
export const withoutSeparators = (number: string) => number.replace(/[\s.()-]/g, '')

/** Digits with the usual separators between them and an optional plus in front. */
export const isNumber = (text: string) => /^\+?\d+$/.test(withoutSeparators(text))

export const isLongEnoughPhone = (text: string) =>
  withoutSeparators(text).replace('+', '').length >= SHORTEST_PHONE
