import * as bounds from '~/api/bounds'

/**
 * The limits of fields. The server is the authority; these only spare a round trip. Lengths are counted after trimming,
 * in Unicode scalar values, as the server counts them ("under N" is at most N − 1).
 */
export const LIMITS = {
  fullName: bounds.RegisterBody_fullName_maxLength,
  email: bounds.RegisterBody_email_maxLength,
  company: bounds.RegisterBody_company_maxLength,
  phone: bounds.RegisterBody_phone_maxLength,
  country: bounds.ParticipantDetailsChange_country_maxLength,
  shortText: bounds.NewPoint_buyerName_maxLength,
  passwordMin: bounds.Register_password_minLength,
  password: bounds.Register_password_maxLength,
  code: bounds.LoginCode_code_maxLength,
  accountNumber: bounds.PaymentSettingsChange_accountNumber_maxLength,
  accountHolderName: bounds.PaymentSettingsChange_accountHolderName_maxLength,
  bankName: bounds.PaymentSettingsChange_bankName_maxLength,
  venueAddress: bounds.EmailContentChange_venueAddress_maxLength,
  /** Length of the last part of a public page's address. */
  slug: bounds.PageSettingsChange_slug_maxLength,
  hostName: bounds.EventInfoChange_hostName_maxLength,
  hostContact: bounds.EventInfoChange_hostContact_maxLength,
  title: bounds.EventInfoChange_title_maxLength,
  longText: 20_000,
  question: bounds.Question_question_maxLength,
  /** Length of the reason for which something is refused, taken back or reported. */
  reason: bounds.PointReason_reason_maxLength,
  /** Length of a visitor's answer to an own question. */
  answer: 2000,
  numberAnswer: 50,
  /** Length of the name and the address on an invoice. */
  invoiceText: bounds.InvoiceBody_name_maxLength,
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
