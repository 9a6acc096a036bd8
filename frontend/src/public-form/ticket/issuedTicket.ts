import { keep, recall } from '~/lib/storage'
import type { PaymentMethod, PublicEvent, Registered } from '../contract'

/** The confirmation, with all it shows: it must survive a refresh even when the event cannot be loaded again. */
export interface IssuedTicket extends Registered {
  fullName: string
  /**
   * The way to pay the amount due: `ORGANISER` as the organiser says, not through this page. Null if nothing is due.
   */
  paymentMethod: PaymentMethod | 'ORGANISER' | null
  event: Pick<
    PublicEvent,
    'id' | 'title' | 'eventStartDate' | 'endDate' | 'venueAddress' | 'backgroundColor' | 'coverImage' | 'logo'
  > &
    Partial<Pick<PublicEvent, 'googleCalendar'>>
  /** The registration went through at an earlier attempt; later changes did not count. */
  isFromEarlierAttempt: boolean
}

const ticketOf = (eventId: string) => `hoi.ticket.${eventId}`

export const keepTicket = (ticket: IssuedTicket) => keep('sessionStorage', ticketOf(ticket.event.id), ticket)
export const recallTicket = (eventId: string) => recall<IssuedTicket>('sessionStorage', ticketOf(eventId))
export const dropTicket = (eventId: string) => keep('sessionStorage', ticketOf(eventId), null)
