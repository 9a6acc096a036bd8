import * as bounds from '~/api/bounds'

/**
 * The limits of fields. The server is the authority; these only spare a round trip. Lengths are counted after trimming,
 * in Unicode scalar values, as the server counts them ("under N" is at most N − 1).
 */
export const LIMITS = {
  fullName: bounds.RegisterBody.fullName.maxLength,
  email: bounds.RegisterBody.email.maxLength,
  company: bounds.RegisterBody.company.maxLength,
  phone: bounds.RegisterBody.phone.maxLength,
  country: bounds.ParticipantDetailsChange.country.maxLength,
  shortText: bounds.NewPoint.buyerName.maxLength,
  passwordMin: bounds.Register.password.minLength,
  password: bounds.Register.password.maxLength,
  code: bounds.LoginCode.code.maxLength,
  accountNumber: bounds.PaymentSettingsChange.accountNumber.maxLength,
  accountHolderName: bounds.PaymentSettingsChange.accountHolderName.maxLength,
  bankName: bounds.PaymentSettingsChange.bankName.maxLength,
  venueAddress: bounds.EmailContentChange.venueAddress.maxLength,
  /** Length of the last part of a public page's address. */
  slug: bounds.PageSettingsChange.slug.maxLength,
  hostName: bounds.EventInfoChange.hostName.maxLength,
  hostContact: bounds.EventInfoChange.hostContact.maxLength,
  title: bounds.EventInfoChange.title.maxLength,
  longText: 20_000,
  question: bounds.Question.question.maxLength,
  /** Length of the reason for which something is refused, taken back or reported. */
  reason: bounds.PointReason.reason.maxLength,
  /** Length of a visitor's answer to an own question. */
  answer: 2000,
  numberAnswer: 50,
  /** Length of the name and the address on an invoice. */
  invoiceText: bounds.InvoiceBody.name.maxLength,
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
