import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import type { EventSummary } from './queries'

/** Describes in one sentence the state of the public page for visitors at this moment. */
export function visitorView(event: EventSummary): string {
  const { status, isCancelled, totalParticipants, registeredCount, seatsOnOffer, needsCode } = event
  if (isCancelled) return t('events.visitor.cancelled')
  if (status === 'upcoming') {
    return t('events.visitor.upcoming', { date: formatDateTime(event.openRegistrationDate) })
  }
  if (status === 'closed') {
    return t('events.visitor.closed', { date: formatDateTime(event.closeRegistrationDate) })
  }
  if (registeredCount >= totalParticipants) return t('events.visitor.full')
  const date = formatDateTime(event.closeRegistrationDate)
  if (needsCode) return t('events.visitor.byCode', { date })
  if (seatsOnOffer === 0) return t('events.visitor.soldOut')
  return t('events.visitor.open', { count: seatsOnOffer, left: formatNumber(seatsOnOffer), date })
}
