import { t } from './language'

/**
 * The limits of fields as form validators. The server is the authority; these only spare a round trip.
 * Lengths are counted after trimming, in Unicode scalar values, as the server counts them.
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
  title: 255,
  longText: 20_000,
  question: 1000,
} as const

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

export const lengthOf = (text: string) => [...text.trim()].length

type Rule = (value: string) => string | null

/** Required and not longer than `max`. `missing` says what to do in the words of the field; a general text stands in. */
export const requiredText =
  (max: number, missing?: string): Rule =>
  (value) =>
    lengthOf(value) === 0 ? (missing ?? t('common.invalid.required')) : optionalText(max)(value)

export const optionalText =
  (max: number): Rule =>
  (value) =>
    lengthOf(value) > max ? t('common.invalid.tooLong', { max }) : null

export const emailAddress: Rule = (value) =>
  requiredText(LIMITS.email)(value) ?? (ADDRESS.test(value.trim()) ? null : t('common.invalid.email'))

/** Digits with what people write between them, an optional + in front, and at least six digits. */
export const phoneNumber: Rule = (value) => {
  const digits = value.replace(/\D/g, '').length
  const isPhone = /^\+?[\d .()-]+$/.test(value.trim()) && digits >= 6
  return requiredText(LIMITS.phone)(value) ?? (isPhone ? null : t('common.invalid.phone'))
}

/** Passwords are taken as typed, blanks at their ends included. */
export const newPassword: Rule = (value) => {
  const length = [...value].length
  if (length === 0) return t('common.invalid.required')
  if (length < LIMITS.passwordMin) return t('common.invalid.passwordShort', { min: LIMITS.passwordMin })
  return length > LIMITS.password ? t('common.invalid.tooLong', { max: LIMITS.password }) : null
}

export const samePassword = (value: string, password: string) => {
  if (value === '') return t('common.invalid.required')
  return value === password ? null : t('common.invalid.passwordsDiffer')
}

/** A day without a time that can be read, as `DateTimeField` gives it, is not to be saved as no time at all. */
export const wholeTime = (value: string | null) => (value === '' ? t('common.invalid.time') : null)
