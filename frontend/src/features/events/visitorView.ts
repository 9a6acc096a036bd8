import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/money'
import type { EventSummary } from './queries'

/** What the public page says at this moment, in one sentence for the organiser. */
export function visitorView(event: EventSummary): string {
  const { status, isCancelled, totalParticipants, registeredCount } = event
  if (isCancelled) return t('events.visitor.cancelled')
  if (status === 'upcoming') {
    return t('events.visitor.upcoming', { date: formatDateTime(event.openRegistrationDate) })
  }
  if (status === 'closed') {
    return t('events.visitor.closed', { date: formatDateTime(event.closeRegistrationDate) })
  }
  const left = totalParticipants - registeredCount
  return left > 0
    ? t('events.visitor.open', {
        left: formatNumber(left),
        date: formatDateTime(event.closeRegistrationDate),
      })
    : t('events.visitor.full')
}
