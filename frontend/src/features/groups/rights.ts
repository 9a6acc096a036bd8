import type { Group } from './queries'

/** Returns the rights of the caller in a group. Administrators have no role in it, and the rights of its owner. */
export function rightsIn({ details }: Pick<Group, 'details'>) {
  const role = details?.myRole
  return {
    reads: details !== null,
    leads: details !== null && role !== 'member',
    owns: details !== null && (role === 'owner' || role === null),
  }
}

export type Rights = ReturnType<typeof rightsIn>
