import { isEmailAddress } from './fieldLengths'

/** Whether letters stand before the `@` that no mail reaches: mostly typing with accents was left on. */
export const hasAccents = (address: string) => /[^\x20-\x7e].*@[^@]*$/.test(address.trim())

const withoutAccents = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D')

/** Typical misspellings of the domains of the most used providers. */
const MISTYPED: Record<string, string> = {
  'gmail.co': 'gmail.com',
  'gmail.cm': 'gmail.com',
  'gmail.com.vn': 'gmail.com',
  'gmai.com': 'gmail.com',
  'gmal.com': 'gmail.com',
  'gmial.com': 'gmail.com',
  'gmil.com': 'gmail.com',
  'gamil.com': 'gmail.com',
  'gnail.com': 'gmail.com',
  'yaho.com': 'yahoo.com',
  'yahoo.co': 'yahoo.com',
  'hotmial.com': 'hotmail.com',
  'hotmai.com': 'hotmail.com',
  'outlok.com': 'outlook.com',
  'iclod.com': 'icloud.com',
}

/**
 * The address that was probably meant, to be asked about; null if nothing speaks for another one. Only the person knows:
 * where accents were typed, letters may be missing.
 */
export function suggestedEmail(typed: string): string | null {
  const address = typed.trim()
  if (!isEmailAddress(address)) return null
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).replace(/\.con$/i, '.com')
  const meant = `${withoutAccents(address.slice(0, at))}@${MISTYPED[domain.toLowerCase()] ?? domain}`
  return meant === address || hasAccents(meant) ? null : meant
}
