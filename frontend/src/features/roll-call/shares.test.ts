import { expect, test } from 'vitest'
import type { Mark, MemberPresence } from './queries'
import { byShare, percentOf, shareOf } from './shares'

const member = (...outcomes: (Mark | null)[]): MemberPresence => ({
  userId: outcomes.join(),
  fullName: 'Lan',
  avatar: null,
  outcomes,
})

test('a late or represented member attends, and meetings before the member joined do not count', () => {
  const share = shareOf(member(null, 'present', 'substituted', 'excused', 'absent'))
  expect(share).toEqual({ came: 2, of: 4 })
  expect(shareOf(member('late', 'absent'))).toEqual({ came: 1, of: 2 })
  expect(percentOf(share)).toBe(50)
  expect(percentOf(shareOf(member(null)))).toBeNull()
})

test('the smallest share comes first, and members without a share last', () => {
  const sorted = [member(null), member('present'), member('absent')].toSorted(byShare)
  expect(sorted.map(({ outcomes }) => outcomes[0])).toEqual(['absent', 'present', null])
})
