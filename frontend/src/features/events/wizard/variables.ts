import { useTranslation } from 'react-i18next'
import type { TemplateVariable } from '~/components/RichTextEditor'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatMoney } from '~/lib/money'
import type { DraftEvent } from './draft'

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

export function useVariables(): TemplateVariable[] {
  const { t } = useTranslation()
  return VARIABLES.map((name) => ({ name, label: t(`events.variable.${name}`) }))
}

/** The mail as a made-up guest would get it; what the event does not say yet stays a variable. */
export function withSampleValues(html: string, event: DraftEvent): string {
  const [ticket] = event.tickets
  const values: Partial<Record<Variable, string>> = {
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
    return value ? escaped(value) : typed
  })
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
