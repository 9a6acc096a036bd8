import type { QueryClient } from '@tanstack/react-query'
import { meQuery } from '~/features/accounts/queries'
import { homeOf } from '~/lib/paths'
import type { Profile } from '~/lib/session'
import { myGroupsQuery } from '../queries'

/**
 * The first screen after a login. Members who organise nothing land in their group, or on the feed of their groups,
 * instead of an empty list of events.
 */
export async function landingOf(client: QueryClient, role: Profile['role']) {
  if (role !== 'COMMITTEE') return homeOf(role)
  const { planSummary } = await client.fetchQuery(meQuery)
  if (planSummary.eventsUsed > 0) return homeOf(role)
  const [group, ...others] = await client.fetchQuery(myGroupsQuery)
  if (!group) return homeOf(role)
  return others.length > 0 ? '/my-feed' : `/my-group/${group.id}`
}
