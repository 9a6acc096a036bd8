import { expect, test } from 'vitest'
import { initialOf } from './PersonAvatar'

test.each([
  ['Nguyễn Văn Đức', 'Đ'],
  ['Trần Văn Bình (Bin)', 'B'],
  ['Lê Hoa (Lotus Flower) ', 'H'],
  ['(Chị) Mai', 'M'],
  ['(Bin)', 'B'],
  ['ánh –', 'Á'],
  ['–', ''],
])('the initial of %s is %s', (fullName, initial) => {
  expect(initialOf(fullName)).toBe(initial)
})
