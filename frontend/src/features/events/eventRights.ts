import { useQuery } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventQuery } from './queries'

export type EventRight = components['schemas']['EventRight']

/** An event as an answer shows it to an account with a role in it. */
interface WithRights {
  rights: readonly EventRight[]
}

/** Whether the account has the right in the event. Menus and buttons follow it; the server decides about each call. */
export const hasRight = ({ rights }: WithRights, right: EventRight) => rights.includes(right)

/** The same for components that know only the identifier; false while the event is unknown. */
export function useRight(eventId: string, right: EventRight) {
  const event = useQuery(eventQuery(eventId)).data
  return event !== undefined && hasRight(event, right)
}
