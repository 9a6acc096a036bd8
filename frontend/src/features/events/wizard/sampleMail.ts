import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatMoney } from '~/lib/numbers'
import type { Variable } from '../mailVariables'

/** The fields of an event that mails use; the event may be incomplete. */
interface MailedEvent {
  title: string
  eventStartDate?: string | null
  venueAddress: string
  accountNumber?: string | null
  accountHolderName?: string | null
  bankName?: string | null
  tickets: readonly { name: string; price: number | null }[]
}

/** The mail for a sample guest; variables without a value yet are left as they are. */
export function withSampleValues(html: string, event: MailedEvent) {
  const [ticket] = event.tickets
  const price = ticket?.price ?? 0
  const values: Partial<Record<Variable, string | null>> = {
    fullName: t('events.email.sampleName'),
    eventTitle: event.title || null,
    eventStartDate: event.eventStartDate ? formatDateTime(event.eventStartDate) : null,
    venueAddress: event.venueAddress || null,
    // Empty where the event has no such value; the mail leaves it out.
    ticketName: ticket?.name ?? '',
    ticketCode: 'K7QM2X9RTB4C',
    ownLink: `${location.origin}/form/…`,
    amount: formatMoney(price),
    paymentReference: price > 0 ? 'EV7K2Q9XAB' : '',
    accountNumber: event.accountNumber || null,
    accountHolderName: event.accountHolderName || null,
    bankName: event.bankName || null,
  }
  return html.replace(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: string) => {
    const value = values[name as Variable]
    if (typeof value !== 'string') return typed
    const text = escaped(value)
    return name === 'ownLink' ? `<a href="${text}">${text}</a>` : text
  })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
