import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import type { Group, GroupMember, GroupRole, JoinRequest } from '../queries'
import { readAddresses } from './addresses'

/** Invites the people of a list of addresses. */
export function inviteByMail(groupId: string, addresses: string, role: GroupRole): Promise<JoinRequest[]> {
  const body = { people: readAddresses(addresses), role }
  return call(api.POST('/group/{groupId}/invitation/email', { params: { path: { groupId } }, body }))
}

/** Whether an invitation made its account a member at once, because it had asked to join. */
export const isAccepted = (person: GroupMember | JoinRequest) =>
  'status' in person && person.status === 'accepted'

/** The number of addresses on a list that were members or invited already. */
export const countKnown = (addresses: string, invited: readonly unknown[]) =>
  new Set(readAddresses(addresses).map(({ email }) => email.toLowerCase())).size - invited.length

/** Says how many people are members now, how many are invited, and how many were one or the other before. */
export function tellAdded(group: Group, added: number, invited: number, known = 0) {
  for (const [done, count] of [
    ['groups.done.added', added],
    ['groups.done.invited', invited],
  ] as const)
    if (count > 0) toast.done(t(done, { count, number: formatNumber(count), group: group.name }))
  if (known > 0) toast.info(t('groups.done.known', { count: known, number: formatNumber(known) }))
}
