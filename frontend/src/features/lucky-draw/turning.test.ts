import { expect, test } from 'vitest'
import { landing, numbersFrom, REEL_NAMES, REEL_STOP, reelOf, shorten, sliceAt, slowingDown } from './turning'

test('the wheel stops with the winner at the pointer, whatever the number of names', () => {
  for (const count of [1, 2, 3, 7, 24, 40]) {
    for (let index = 0; index < count; index++) {
      for (const key of ['a', 'b', 'c']) {
        const degrees = landing(index, count, key)
        expect(sliceAt(degrees, count)).toBe(index)
        expect(degrees).toBeGreaterThan(360 * 4)
      }
    }
  }
})

test('every screen turns alike, and every draw differently', () => {
  expect(landing(3, 10, 'w1')).toBe(landing(3, 10, 'w1'))
  expect(landing(3, 10, 'w1')).not.toBe(landing(3, 10, 'w2'))
  expect(reelOf(['a', 'b', 'c'], 'b', 'w1')).toEqual(reelOf(['a', 'b', 'c'], 'b', 'w1'))
})

test('the reel always stops at the winner, also one who is not among the names shown', () => {
  const names = Array.from({ length: 500 }, (_, at) => `Khách ${at}`)
  const reel = reelOf(names, 'Trần Thị Hoa', 'w1')
  expect(reel).toHaveLength(REEL_NAMES)
  expect(reel[REEL_STOP]).toBe('Trần Thị Hoa')
  expect(new Set(reel).size).toBeGreaterThan(40)
  expect(reelOf([], 'Một mình', 'w1')[0]).toBe('Một mình')
})

test('it begins fast, ends slowly and never runs back', () => {
  expect(slowingDown(0)).toBe(0)
  expect(slowingDown(1)).toBe(1)
  expect(slowingDown(2)).toBe(1)
  for (let at = 0; at < 1; at += 0.01) expect(slowingDown(at + 0.01)).toBeGreaterThanOrEqual(slowingDown(at))
})

test('numbers lie between 0 and 1', () => {
  const next = numbersFrom('Đêm nhạc')
  for (let at = 0; at < 1000; at++) {
    const number = next()
    expect(number).toBeGreaterThanOrEqual(0)
    expect(number).toBeLessThan(1)
  }
})

test('a foreign family name is never taken for the given one', () => {
  expect(shorten('Jonathan Christopher Carter', 24)).toBe('Jonathan Christopher C.')
  expect(shorten('Jonathan Christopher Carter', 15)).toBe('Jonathan C. C.')
  expect(shorten('Jonathan Christopher Carter', 9)).toBe('Jonathan')
  expect(shorten('Alexander Nguyễn', 12)).toBe('Alexander N.')
  // The form does not tell which of the words the given name is.
  expect(shorten('Bảo Khánh Thiên Thanh', 8)).toBe('Bảo Khánh Thiên Thanh')
})

test('a long name keeps its given name whole', () => {
  expect(shorten('Nguyễn Thị Ánh Nguyệt', 18)).toBe('N. Thị Ánh Nguyệt')
  expect(shorten('Nguyễn Thị Ánh Nguyệt', 12)).toBe('T. Á. Nguyệt')
  expect(shorten('Nguyệt N.', 8)).toBe('Nguyệt')
  expect(shorten('Nguyễn Thị Ánh Nguyệt', 6)).toBe('Nguyệt')
  expect(shorten('lan@congty.example.vn', 12)).toBe('lan@congty.example.vn')
  expect(shorten('a'.repeat(60), 12)).toBe(`${'a'.repeat(39)}…`)
  expect(shorten('Lan', 12)).toBe('Lan')
})
