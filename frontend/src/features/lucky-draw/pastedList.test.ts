import { afterEach, expect, test, vi } from 'vitest'
import { MAX_NAMES, parseNames, randomBelow } from './pastedList'

afterEach(() => vi.restoreAllMocks())

test('one name a line, as people paste them', () => {
  const text = '1. Nguyễn Văn An\r\n\r\n  Trần   Thị Bình \n\t3) Lê Chi\rPhạm 2 Dũng\n'
  expect(parseNames(text).names).toEqual(['Nguyễn Văn An', 'Trần Thị Bình', 'Lê Chi', 'Phạm 2 Dũng'])
  expect(parseNames(' \n ').names).toEqual([])
})

test('two people of one name are two, and accents typed in parts are one letter', () => {
  expect(parseNames('An\nAn').names).toEqual(['An', 'An'])
  expect(parseNames('Nguye\u0302\u0303n').names).toEqual(['Nguyễn'])
})

test('more than the limit is said, not hidden', () => {
  const list = parseNames('x\n'.repeat(MAX_NAMES + 3))
  expect(list.names).toHaveLength(MAX_NAMES)
  expect(list.dropped).toBe(3)
})

test('every number has the same chance: a value that does not divide evenly is drawn again', () => {
  const values = [2 ** 32 - 1, 5]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    ;(array as unknown as Uint32Array)[0] = values.shift() ?? 0
    return array
  })
  expect(randomBelow(3)).toBe(2)
  expect(values).toHaveLength(0)
})

test('all places are drawn', () => {
  const seen = new Set(Array.from({ length: 200 }, () => randomBelow(4)))
  expect([...seen].sort()).toEqual([0, 1, 2, 3])
})
