import type { QueryClient } from '@tanstack/react-query'
import { eventQuery } from '~/features/events/queries'
import { knownParticipants, type Participant } from '../queries'

/** Whether this participant is told by mail of a removal if the organiser wants it. */
export const canBeTold = (client: QueryClient, eventId: string, person: Participant) =>
  isAhead(client, eventId) && isReachable(person)

/** The number of these participants who are told of a removal; those known only by their identifier count. */
export function countTold(client: QueryClient, eventId: string, ids: readonly string[]): number {
  if (!isAhead(client, eventId)) return 0
  const known = newestOf(knownParticipants(client, eventId))
  return ids.filter((id) => {
    const person = known.get(id)
    return !person || isReachable(person)
  }).length
}

/** Of each participant the copy that was changed last: a list that is not on the screen may be out of date. */
function newestOf(people: readonly Participant[]): ReadonlyMap<string, Participant> {
  const newest = new Map<string, Participant>()
  for (const person of people) {
    const other = newest.get(person.id)
    if (!other || isNewer(person, other)) newest.set(person.id, person)
  }
  return newest
}

/** A confirmation alone does not count as a change, and is never taken back. */
function isNewer(person: Participant, other: Participant): boolean {
  const later = Date.parse(person.updatedAt) - Date.parse(other.updatedAt)
  return later > 0 || (later === 0 && !person.confirmBy)
}

/** After the event, and of one that was cancelled, there is nothing to tell. */
function isAhead(client: QueryClient, eventId: string): boolean {
  const event = client.getQueryData(eventQuery(eventId).queryKey)
  return event !== undefined && !event.isOver && !event.isCancelled
}

const isReachable = ({ email, confirmBy }: Participant) => email !== '' && !confirmBy
