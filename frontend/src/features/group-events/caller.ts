import { useQuery } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { meQuery } from '~/features/accounts/queries'
import { type Registrant, registrantOf } from './queries'

/** A group, and what its reader is in it. */
export interface CallersGroup {
  groupId: string
  /** The caller's role; null for administrators, who are members of no group. */
  role: components['schemas']['GroupRole'] | null
  /** The page offers no registration, and no event can be added. */
  isArchived: boolean
}

export const canRegister = ({ role, isArchived }: CallersGroup) => !isArchived && role !== null

/** Whether the caller plans events of the group; administrators own none. */
export const plansEvents = ({ role, isArchived }: CallersGroup) =>
  !isArchived && (role === 'owner' || role === 'manager')

/** Whether the caller calls the roll of the group's events. */
export const callsRoll = ({ role }: CallersGroup) => role !== 'member'

/** The data that the caller registers with; undefined while it loads, and for callers who do not register from here. */
export function useRegistrant(group: CallersGroup): Registrant | undefined {
  const enabled = canRegister(group)
  const { data } = useQuery({ ...meQuery, enabled, select: registrantOf })
  return enabled ? data : undefined
}
