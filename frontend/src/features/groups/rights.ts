import type { Group } from './queries'

/** Returns what the caller may do in a group. Administrators have no role in it and may do what its owner may. */
export function rightsIn({ details }: Pick<Group, 'details'>) {
  const role = details?.myRole
  return {
    reads: details !== null,
    leads: details !== null && role !== 'member',
    owns: details !== null && (role === 'owner' || role === null),
  }
}

export type Rights = ReturnType<typeof rightsIn>
