import { expect, test } from 'vitest'
import { strongest } from './coverColours'

const picture = (...parts: [count: number, ...channels: [number, number, number]][]) =>
  new Uint8ClampedArray(
    parts.flatMap(([count, ...channels]) => Array.from({ length: count }, () => [...channels, 255]).flat()),
  )

test('the two strongest colours that differ, the stronger one first', () => {
  expect(strongest(picture([50, 200, 30, 40], [30, 20, 40, 180], [20, 250, 250, 250]))).toEqual([
    '#c81e28',
    '#1428b4',
  ])
})

test('shades of one colour are one colour', () => {
  expect(strongest(picture([50, 200, 30, 40], [50, 210, 60, 40]))).toHaveLength(1)
})

test('a speck is no colour of the picture, and neither is grey', () => {
  expect(strongest(picture([98, 120, 120, 122], [2, 255, 0, 0]))).toEqual([])
})
