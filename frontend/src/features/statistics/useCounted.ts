import { outstanding } from '~/features/participants/payments/owed'
import { removalsOf, useRemovals } from '~/features/participants/removal/removed'
import type { Overview } from './queries'

/** The figures of an event without the participants who are being removed: its list does without them, too. */
export function useCounted(overview: Overview | undefined, eventId: string | undefined) {
  useRemovals()
  if (!overview || !eventId) return overview
  const removals = removalsOf(eventId)
  const people = removals.flatMap((removal) => removal.people)
  const removed = removals.reduce((sum, { ids }) => sum + ids.size, 0)
  const inside = people.filter(({ isCheckedIn }) => isCheckedIn).length
  const due = people.reduce((sum, person) => sum + outstanding(person), 0)
  return {
    ...overview,
    participants: Math.max(overview.participants - removed, 0),
    checkedIn: Math.max(overview.checkedIn - inside, 0),
    moneyDue: Math.max(overview.moneyDue - due, 0),
  }
}
