import { hasAccents, suggestedEmail } from './emailSuggestion'
import { isEmailAddress, isLongEnoughPhone, isNumber, LIMITS, lengthOf } from './fieldLengths'
import { t } from './language'
import { formatNumber } from './numbers'

/** Validators for forms; texts are judged by the rules of `fieldLengths.ts`. */

type Rule = (value: string) => string | null

/** Refuses an empty text with `missing` or else a general message, and one with more than `max` characters. */
export const requiredText =
  (max: number, missing?: string): Rule =>
  (value) =>
    lengthOf(value) === 0 ? (missing ?? t('common.invalid.required')) : optionalText(max)(value)

export const optionalText =
  (max: number): Rule =>
  (value) =>
    lengthOf(value) > max ? t('common.invalid.tooLong', { max }) : null

export const emailAddress: Rule = (value) => {
  const problem = requiredText(LIMITS.email)(value)
  if (problem) return problem
  if (!isEmailAddress(value)) return t('common.invalid.email')
  if (!hasAccents(value)) return null
  const suggestion = suggestedEmail(value)
  return suggestion ? t('common.invalid.emailAccents', { suggestion }) : t('common.invalid.emailLetters')
}

export const phoneNumber: Rule = (value) => {
  const isPhone = isNumber(value) && isLongEnoughPhone(value)
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

/** For `LimitField`, where −1 stands for its switch. */
export const limitBetween = (min: number, max: number) => (value: number | null) =>
  value === -1 || (value !== null && value >= min && value <= max) ? null : notBetween(min, max)

export const numberBetween = (min: number, max: number) => (value: number | null) =>
  value !== null && value >= min && value <= max ? null : notBetween(min, max)

const notBetween = (min: number, max: number) =>
  t('common.invalid.between', { min: formatNumber(min), max: formatNumber(max) })
