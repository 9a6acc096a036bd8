import { useSyncExternalStore } from 'react'
import type { operations } from '~/api/schema'
import { foldForSearch } from '~/lib/search'
import { isFree } from '../payments/owed'
import type { Participant, ParticipantPage } from '../queries'

/** Participants whose removal can still be taken back: the lists show and count them no more, the server still does. */

export interface Removal {
  eventId: string
  ids: ReadonlySet<string>
  /** Those of them known by more than the identifier. */
  people: readonly Participant[]
}

let removals: readonly Removal[] = []
const listeners = new Set<() => void>()

function set(next: readonly Removal[]) {
  removals = next
  for (const tell of listeners) tell()
}

export const hide = (removal: Removal) => set([...removals, removal])
export const bringBack = (removal: Removal) => set(removals.filter((other) => other !== removal))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The removals under way; a screen that calls this follows them. */
export const useRemovals = () => useSyncExternalStore(subscribe, () => removals)

export const removalsOf = (eventId: string) => removals.filter((removal) => removal.eventId === eventId)

/** Whether a participant is being removed. */
export const isRemoved = (eventId: string, { id }: Pick<Participant, 'id'>) =>
  removalsOf(eventId).some(({ ids }) => ids.has(id))

type ListQuery = NonNullable<operations['list_participants']['parameters']['query']>

/** A part of the list without participants who are being removed, counted as the server will count. */
export function withoutRemoved(
  page: ParticipantPage,
  removals: readonly Removal[],
  query: ListQuery,
): ParticipantPage {
  if (removals.length === 0) return page
  const ids = new Set(removals.flatMap((removal) => [...removal.ids]))
  const known = removals.flatMap(({ people }) => people)
  const counted = known.filter((person) => fits(person, query))
  // People known only by their identifier count only in a list without filters.
  const others = isEverybody(query) ? ids.size - known.length : 0
  const items = page.items.filter(({ id }) => !ids.has(id))
  return {
    items,
    total: Math.max(page.total - counted.length - others, items.length),
    checkedIn: Math.max(page.checkedIn - counted.filter(({ isCheckedIn }) => isCheckedIn).length, 0),
  }
}

const isEverybody = ({ sort, order, limit, page, ...filter }: ListQuery) =>
  Object.values(filter).every((value) => value === undefined)

/** Whether the list that is asked for has this person, as far as the browser can tell. */
function fits(person: Participant, query: ListQuery): boolean {
  const { search, participationType, paymentStatus, isCheckedIn, ticketId, invitedBy } = query
  const { fullName, email, phone, company, ticketCode, paymentRef } = person
  const words = [fullName, email, phone, company, ticketCode, paymentRef].join(' ')
  return (
    (!participationType || participationType === person.participationType) &&
    (!paymentStatus || paymentStatus === person.paymentStatus) &&
    (query.isFree === undefined || query.isFree === isFree(person)) &&
    (isCheckedIn === undefined || isCheckedIn === person.isCheckedIn) &&
    (!ticketId || ticketId === person.ticket?.id) &&
    (!invitedBy || invitedBy === person.invitedByAttendanceId) &&
    (!search || foldForSearch(words).includes(foldForSearch(search)))
  )
}
