import { hasAccents } from '~/lib/emailSuggestion'
import { isEmailAddress } from '~/lib/fieldLengths'
import { t } from '~/lib/language'

/** The most people of one call. */
const MOST = 100

export interface Addressee {
  email: string
  fullName: string | null
}

/** Reads people from a list with one on each line, or separated by commas or semicolons: an address, or `Name <address>`. */
export function readAddresses(text: string): Addressee[] {
  return text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name, address] = part.match(/^(.*)<([^<>]*)>$/) ?? []
      if (address === undefined) return { email: part, fullName: null }
      return { email: address.trim(), fullName: name?.trim().replace(/^["']|["']$/g, '') || null }
    })
}

/** The error in a list of people; null if there is none. */
export function faultOf(people: readonly Addressee[]) {
  if (people.length === 0) return t('groups.invalid.addresses')
  if (people.length > MOST) return t('groups.invalid.tooManyAddresses', { max: MOST })
  const wrong = people.find(({ email }) => !isEmailAddress(email) || hasAccents(email))
  return wrong ? t('groups.invalid.address', { address: wrong.email }) : null
}
