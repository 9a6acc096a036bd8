import { useTranslation } from 'react-i18next'
import { formatDateTime } from './dates'
import { t } from './language'
import { formatMoney } from './money'

/** What mails may say of a registration (model §11). */
const VARIABLES = [
  'fullName',
  'eventTitle',
  'eventStartDate',
  'venueAddress',
  'ticketName',
  'ticketCode',
  'amount',
  'accountNumber',
  'accountHolderName',
  'bankName',
] as const

type Variable = (typeof VARIABLES)[number]

/** What of an event mails speak of, however far it is from being complete. */
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

/** The mail as a made-up guest would get it; what the event does not say yet stays a variable. */
export const withSampleValues = (html: string, event: MailedEvent) => filled(html, event, escaped)

/** The same for text that is no HTML. */
export const textWithSampleValues = (text: string, event: MailedEvent) =>
  filled(text, event, (value) => value)

function filled(html: string, event: MailedEvent, written: (value: string) => string): string {
  const [ticket] = event.tickets
  const values: Partial<Record<Variable, string | null>> = {
    fullName: t('events.email.sampleName'),
    eventTitle: event.title,
    eventStartDate: event.eventStartDate ? formatDateTime(event.eventStartDate) : '',
    venueAddress: event.venueAddress,
    ticketName: ticket?.name ?? t('events.email.sampleTicket'),
    ticketCode: 'K7QM2X9RTB4C',
    amount: formatMoney(ticket?.price ?? 0),
    accountNumber: event.accountNumber,
    accountHolderName: event.accountHolderName,
    bankName: event.bankName,
  }
  return html.replace(/\{\{\s*(\w+)\s*\}\}/g, (typed, name: string) => {
    const value = values[name as Variable]
    return value ? written(value) : typed
  })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
