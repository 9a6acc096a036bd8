import { expect, test } from 'vitest'
import { withKeptDashes } from './dashes'

test.each([
  ['Đêm nhạc – Hà Nội mùa thu', 'Đêm nhạc\u00a0– Hà Nội mùa thu'],
  ['A - B — C', 'A\u00a0- B\u00a0— C'],
  ['Đà-Lạt 2026', 'Đà-Lạt 2026'],
])('%s', (title, kept) => expect(withKeptDashes(title)).toBe(kept))
