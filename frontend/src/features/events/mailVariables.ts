import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatMoney } from '~/lib/numbers'

/** The variables of mails about a registration. */
const VARIABLES = [
  'fullName',
  'eventTitle',
  'eventStartDate',
  'venueAddress',
  'ticketName',
  'ticketCode',
  'ownLink',
  'amount',
  'paymentReference',
  'accountNumber',
  'accountHolderName',
  'bankName',
] as const

type Variable = (typeof VARIABLES)[number]

/** The fields of an event that mails use; the event may be incomplete. */
export interface MailedEvent {
  title: string
  eventStartDate?: string | null
  venueAddress: string
  accountNumber?: string | null
  accountHolderName?: string | null
  bankName?: string | null
  tickets: readonly { name: string; price: number | null }[]
}

/** The variables with their names, for the editor's menu. */
export function useVariables() {
  const { t } = useTranslation()
  return VARIABLES.map((name) => ({ name, label: t(`events.variable.${name}`) }))
}

/** The mail for a sample guest; variables without a value yet are left as they are. */
export const withSampleValues = (html: string, event: MailedEvent) =>
  filled(html, event, (value, name) => {
    const text = escaped(value)
    return name === 'ownLink' ? `<a href="${text}">${text}</a>` : text
  })

/** A subject where no single guest is meant: with the event's title, if it is known, and the names of other variables. */
export const readable = (subject: string, title?: string) =>
  subject.replace(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: string) => {
    if (name === 'eventTitle' && title) return title
    const known = VARIABLES.find((variable) => variable === name)
    return known ? `[${t(`events.variable.${known}`)}]` : typed
  })

/** The inverse of `readable` without a title: the names of variables become variables again. */
export const asStored = (subject: string) =>
  subject.replace(/\[([^[\]]+)\]/g, (typed, label: string) => {
    const named = VARIABLES.find((name) => label === t(`events.variable.${name}`))
    return named ? `{{${named}}}` : typed
  })

function filled(
  html: string,
  event: MailedEvent,
  written: (value: string, name: Variable) => string,
): string {
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
    return typeof value === 'string' ? written(value, name as Variable) : typed
  })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
