import { hasAccents } from '~/lib/emailSuggestion'
import { isEmailAddress, LIMITS, lengthOf } from '~/lib/fieldLengths'
import type { MessageKey, MessageParams } from '../translation'

/** A text of the catalogue, so that it follows the language; or the server's message. */
export type Fault = { key: MessageKey; params?: MessageParams } | { text: string }
/** The errors, by field; the fields have the names of the server's `fields`. */
export type Faults = Record<string, Fault>

export const tooLong = (text: string, max: number): Fault | null =>
  lengthOf(text) > max ? { key: 'fault.tooLong', params: { max } } : null

export function emailFault(text: string): Fault | null {
  if (!isEmailAddress(text)) return { key: 'fault.email' }
  return hasAccents(text) ? { key: 'fault.emailAccents' } : tooLong(text, LIMITS.email)
}
