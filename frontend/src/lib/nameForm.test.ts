import { expect, test } from 'vitest'
import { givenNameAt } from './nameForm'

test.each([
  ['Nguyễn Văn An', 'last'],
  ['Đặng Ánh', 'last'],
  ['NGUYỄN THỊ ALEX', 'last'],
  ['John Carter', 'first'],
  ['Jean-Luc O’Neill', 'first'],
  ['Alex Nguyễn', 'first'],
  ['Bình Trần', 'first'],
  ['An Bình', null],
  ['An', null],
  ['Bàn 12', null],
  ['lan@congty.example.vn', null],
  ['', null],
] as const)('the form of %j tells where the given name stands: %s', (name, place) => {
  expect(givenNameAt(name)).toBe(place)
})
