import type { QueryClient } from '@tanstack/react-query'
import { eventQuery } from '~/features/events/queries'
import { knownParticipants, type Participant } from '../queries'

/** Whether this participant is told by mail of a removal if the organiser wants it. */
export const canBeTold = (client: QueryClient, eventId: string, person: Participant) =>
  isAhead(client, eventId) && isReachable(person)

/** The number of these participants who are told of a removal; those known only by their identifier count. */
export function countTold(client: QueryClient, eventId: string, ids: readonly string[]): number {
  if (!isAhead(client, eventId)) return 0
  const known = knownParticipants(client, eventId)
  const unreachable = new Set(known.filter((person) => !isReachable(person)).map(({ id }) => id))
  return ids.filter((id) => !unreachable.has(id)).length
}

/** After the event, and of one that was cancelled, there is nothing to tell. */
function isAhead(client: QueryClient, eventId: string): boolean {
  const event = client.getQueryData(eventQuery(eventId).queryKey)
  return event !== undefined && !event.isOver && !event.isCancelled
}

const isReachable = ({ email, confirmBy }: Participant) => email !== '' && !confirmBy
