import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { readable } from '../mailVariables'

type Entry = Pick<components['schemas']['EventLogEntry'], 'action' | 'data'>

/** An entry of a log in words. An action without a text in both catalogues does not compile. */
export function LogEntryText({ action, data }: Entry) {
  const { t } = useTranslation()
  const {
    name,
    formerName,
    title,
    label,
    prize,
    count,
    amount,
    surplus,
    until,
    at,
    reason,
    source,
    missed,
    question,
    told,
  } = data as Record<string, unknown>
  const date = until ?? at
  const called = formerName
    ? `${formerName} → ${name}`
    : (name ?? (typeof title === 'string' ? readable(title) : label))
  const values = {
    // A prize is shown together with its winner.
    name: [called, prize].filter(Boolean).join(' – '),
    count: typeof count === 'number' ? count : 1,
    number: formatNumber(typeof count === 'number' ? count : 1),
    amount: typeof amount === 'number' ? formatMoney(amount) : '',
    surplus: typeof surplus === 'number' ? formatMoney(surplus) : '',
    date: typeof date === 'string' ? formatDateTime(date) : '',
    fields: useFieldNames({ action, data }),
    question: typeof question === 'string' ? question : '',
  }
  if (action === 'event.cancelled' && reason) {
    return <>{t('events.log.cancelledBecause', { reason: String(reason) })}</>
  }
  if (action === 'event.retentionChanged' && reason) {
    return <>{t('events.log.retentionBecause', { ...values, reason: String(reason) })}</>
  }
  if (action === 'event.reminded' && typeof missed === 'number' && missed > 0) {
    return <>{t('events.log.remindedSome', { ...values, missed: formatNumber(missed) })}</>
  }
  if (action === 'participant.registered' && source === 'invitation') {
    return <>{t('events.log.registeredByInvitation', values)}</>
  }
  if (action === 'participant.removed' && told === true) {
    return <>{t('events.log.removedTold', values)}</>
  }
  if (values.fields) {
    if (action === 'event.updated') return <>{t('events.log.updatedFields', values)}</>
    if (action === 'ticket.updated') return <>{t('events.log.updatedTicketFields', values)}</>
    if (action === 'participant.changed') return <>{t('events.log.changedFields', values)}</>
    if (action === 'participant.answerSeen') return <>{t('events.log.numberSeen', values)}</>
    if (action === 'participant.selfChanged') {
      return <>{t('events.log.selfChangedFields', values)}</>
    }
  }
  return <>{t(`events.log.action.${action}`, values)}</>
}

const FORMS: Partial<Record<Entry['action'], 'events.log.eventField' | 'events.log.ticketField'>> = {
  'event.updated': 'events.log.eventField',
  'ticket.updated': 'events.log.ticketField',
}

/** The names of the fields that were changed, as their form calls them. */
function useFieldNames({ action, data }: Entry): string {
  const { t } = useTranslation()
  const { fields } = data as Record<string, unknown>
  if (!Array.isArray(fields)) return ''
  const form = FORMS[action] ?? 'participants.field'
  const names: Record<string, string> = t(form, { returnObjects: true })
  const known = fields.map((field) => names[String(field)]).filter((known) => known !== undefined)
  return [...new Set(known)].join(', ')
}
