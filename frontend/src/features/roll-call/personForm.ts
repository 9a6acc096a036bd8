import { LIMITS } from '~/lib/fieldLengths'
import { emailAddress, optionalText, phoneNumber, requiredText } from '~/lib/validators'
import type { NewPerson } from './queries'

/** The fields of a person without an account; only the name is required. */
export type PersonValues = Record<'fullName' | 'phone' | 'email' | 'company', string>

export const NOBODY: PersonValues = { fullName: '', phone: '', email: '', company: '' }

const ifGiven = (rule: (text: string) => string | null) => (text: string) => (text.trim() ? rule(text) : null)

export const personRules = () => ({
  fullName: requiredText(LIMITS.fullName),
  phone: ifGiven(phoneNumber),
  email: ifGiven(emailAddress),
  company: optionalText(LIMITS.company),
})

export const personOf = ({ fullName, phone, email, company }: PersonValues): NewPerson => ({
  fullName: fullName.trim(),
  phone: phone.trim() || null,
  email: email.trim() || null,
  company: company.trim() || null,
})
