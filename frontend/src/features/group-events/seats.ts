import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { type GroupEvent, needsOnly, type Registrant } from './queries'

/** The seats of a planned meeting, if the plans of its owner allow as many; as the server gives them. */
const MEETING_SEATS = 500

/** The seats of a meeting under this limit of participants; −1 = unlimited. */
export const seatsOfMeeting = (limit: number) =>
  limit === -1 ? MEETING_SEATS : Math.min(Math.max(limit, 1), MEETING_SEATS)

export const hasSeats = ({ status, seatsLeft }: GroupEvent) => status === 'open' && seatsLeft !== 0

/** Whether one press registers the caller for the event. */
export const takesOnePress = (event: GroupEvent, registrant: Registrant | undefined) =>
  registrant !== undefined && !event.registration && hasSeats(event) && needsOnly(registrant, event)

/** The chance of a member to register at this moment; the number of seats only when they are scarce. */
export function seatsOf(event: GroupEvent): string {
  const { status, seatsLeft, isScarce, openRegistrationDate, closeRegistrationDate } = event
  const date = formatDateTime(closeRegistrationDate)
  if (status === 'upcoming') return t('groupEvents.opens', { date: formatDateTime(openRegistrationDate) })
  if (status === 'closed') return t('groupEvents.closed', { date })
  if (seatsLeft === 0) return t('groupEvents.full')
  if (!isScarce) return t('groupEvents.open', { date })
  return t('groupEvents.seats', { count: seatsLeft, left: formatNumber(seatsLeft), date })
}
