import { lengthOf } from './fieldLengths'
import { t } from './language'

/** `18:30`, `18:30:00`, `1830`, `18h30`, `18h`, `8`, `6:30 PM` or `6:30 CH` → `HH:mm`; null for anything else. */
export function parseTimeOfDay(text: string): string | null {
  // Seconds other than zero are left there, and refused.
  const withoutSeconds = text.replace(/([:.]\d\d)[:.]00/, '$1')
  const [, hour, minute = '00', half] =
    /^\s*(\d{1,2})\s*(?:[:.h]?\s*(\d{2})|h)?\s*(am|pm|sa|ch)?\s*$/i.exec(withoutSeconds) ?? []
  if (!hour || Number(hour) > 23 || Number(minute) > 59) return null
  if (!half) return `${hour.padStart(2, '0')}:${minute}`
  if (Number(hour) < 1 || Number(hour) > 12) return null
  const isLater = /pm|ch/i.test(half)
  return `${String((Number(hour) % 12) + (isLater ? 12 : 0)).padStart(2, '0')}:${minute}`
}

/** A validator for forms: a time in any of the ways that `parseTimeOfDay` reads. */
export function requiredTime(value: string) {
  if (lengthOf(value) === 0) return t('common.invalid.required')
  return parseTimeOfDay(value) ? null : t('common.invalid.time')
}
