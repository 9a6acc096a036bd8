import { expect, test } from 'vitest'
import { contrast, EASY_TO_READ, textOn } from './contrast'
import { GROUNDS, groundOf, initialsOf } from './initials'

test.each([
  ['Hội Doanh nhân Hồ Gươm', 'HD'],
  ['“Đất Việt”', 'ĐV'],
  ['o\u0302ng bà', 'ÔB'],
  ['BNI', 'B'],
  ['', 'H'],
])('the initials of %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

test('the initials can be read on every colour', () => {
  for (const ground of GROUNDS)
    expect(contrast(textOn(ground).colour, ground), ground).toBeGreaterThanOrEqual(EASY_TO_READ)
})

test('a name keeps its colour while the rest is typed, and names differ', () => {
  expect(groundOf('Hội Doanh nhân')).toBe(groundOf('Hội D'))
  const names = Array.from({ length: 26 }, (_, at) => `Hội ${String.fromCodePoint(65 + at)}`)
  expect(new Set(names.map(groundOf)).size).toBe(GROUNDS.length)
})
