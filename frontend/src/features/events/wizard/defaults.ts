import * as bounds from '~/api/bounds'
import { t } from '~/lib/language'
import { foldForSearch } from '~/lib/search'
import { textOf } from '../richText'
import type { DraftState, EventFields } from './draftStore'

/** The defaults of a new event for fields that its organiser left empty. */

/** Seats of an event without ticket classes, or with one that never sells out. */
const USUAL_SEATS = 100
/** Seats of one event at most. */
export const MAX_SEATS = bounds.EventInfoChange_totalParticipants_maximum

/** Whether the event is not stored yet. */
export const isNew = ({ eventStatus }: Pick<DraftState, 'eventStatus'>) => eventStatus === null

/** Whether a ticket class costs something. */
export const takesMoney = ({ tickets }: { tickets: readonly { price: number | null }[] }) =>
  tickets.some(({ price }) => (price ?? 0) > 0)

/** As many seats as there are tickets. `most` is the limit of the plan, −1 for any number. */
export function seatsFor({ tickets }: Pick<EventFields, 'tickets'>, most: number): number {
  const quantities = tickets.map(({ quantity }) => quantity ?? -1)
  const sum = quantities.filter((quantity) => quantity > 0).reduce((total, quantity) => total + quantity, 0)
  const isCounted = tickets.length > 0 && !quantities.includes(-1)
  const wanted = isCounted ? sum : Math.max(sum, USUAL_SEATS)
  return Math.min(wanted, most === -1 ? MAX_SEATS : Math.max(1, most), MAX_SEATS)
}

/** The invitation that stands where the organiser described nothing. */
export function usualDescription(title: string): string {
  const paragraph = document.createElement('p')
  paragraph.textContent = t('events.more.invitation', { title: title.trim() })
  return paragraph.outerHTML
}

/** The event as it is published at `now`: nothing that the server asks for is empty, except the logo. */
export function completed(state: DraftState, now: number, most: number): DraftState {
  const { event } = state
  return {
    ...state,
    event: {
      ...event,
      description: textOf(event.description) === '' ? usualDescription(event.title) : event.description,
      openRegistrationDate: event.openRegistrationDate ?? new Date(now).toISOString(),
      closeRegistrationDate: event.closeRegistrationDate ?? event.eventStartDate,
      totalParticipants: event.totalParticipants ?? seatsFor(event, most),
    },
  }
}

/** The account's owner as banks write names: in capitals and without signs. */
export const asBanksWrite = (name: string) => foldForSearch(name).toUpperCase()
