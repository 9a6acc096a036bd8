import type { Mark, MemberPresence } from './queries'

export const OUTCOMES = [
  'present',
  'late',
  'substituted',
  'excused',
  'absent',
] as const satisfies readonly Mark[]

/** The outcomes that count as attendance. */
const CAME: readonly Mark[] = ['present', 'late', 'substituted']

/** The number of counting meetings that the member attended in person or by a substitute. */
export interface Share {
  came: number
  of: number
}

export function shareOf({ outcomes }: MemberPresence): Share {
  const counted = outcomes.filter((outcome) => outcome !== null)
  const came = counted.filter((outcome) => CAME.includes(outcome))
  return { came: came.length, of: counted.length }
}

/** Whole percent; null when no meeting counts. */
export const percentOf = ({ came, of }: Share) => (of === 0 ? null : Math.round((came / of) * 100))

/** By share, the smallest first, because leaders look for those members; members without a share come last. */
export const byShare = (one: MemberPresence, other: MemberPresence) =>
  (percentOf(shareOf(one)) ?? 101) - (percentOf(shareOf(other)) ?? 101)
