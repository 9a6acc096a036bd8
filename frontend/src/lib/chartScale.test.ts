import { expect, test } from 'vitest'
import { barPath, curvePath, keptInside, labelsOf, ticksOf } from './chartScale'

test('an axis has few whole numbers, and the highest value stays below its end', () => {
  expect(ticksOf([340, 12])).toEqual([0, 100, 200, 300, 400])
  expect(ticksOf([6000])).toEqual([0, 2000, 4000, 6000])
  expect(ticksOf([3, 1])).toEqual([0, 1, 2, 3])
  expect(ticksOf([1])).toEqual([0, 1])
  expect(ticksOf([1000])).toEqual([0, 250, 500, 750, 1000])
  expect(ticksOf([9])).toEqual([0, 5, 10])
})

test('an axis of nothing has a zero only', () => {
  expect(ticksOf([])).toEqual([0])
  expect(ticksOf([0, 0, 0])).toEqual([0])
})

test('an axis reaches below zero when values do', () => {
  expect(ticksOf([-30, 100])).toEqual([-50, 0, 50, 100])
  expect(ticksOf([-7])).toEqual([-8, -6, -4, -2, 0])
})

test('axes of all sizes are evenly spaced, short and wide enough', () => {
  for (let high = 1; high < Number.MAX_SAFE_INTEGER; high = Math.ceil(high * 1.37)) {
    const ticks = ticksOf([high])
    expect(ticks[0]).toBe(0)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(high)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(5)
    const step = ticks[1] ?? 0
    expect(Number.isInteger(step)).toBe(true)
    expect(ticks).toEqual(ticks.map((_, at) => at * step))
    expect((ticks.at(-1) ?? 0) - high).toBeLessThan(step)
  }
})

const spread = (count: number, width: number) =>
  Array.from({ length: count }, (_, at) => ((at + 0.5) * width) / count)

test('labels do not overlap, stay inside, and the last point has one', () => {
  for (const width of [250, 700, 1200]) {
    for (const count of [1, 2, 7, 12, 31, 365, 1000]) {
      const shown = labelsOf(spread(count, width), 60, width)
      expect(shown.at(-1)?.at).toBe(count - 1)
      for (const [row, { x }] of shown.entries()) {
        expect(x).toBeGreaterThanOrEqual(30)
        expect(x).toBeLessThanOrEqual(width - 30)
        if (row > 0) expect(x - (shown[row - 1]?.x ?? 0)).toBeGreaterThanOrEqual(60)
      }
    }
  }
  expect(labelsOf(spread(7, 700), 60, 700)).toHaveLength(7)
  expect(labelsOf([], 60, 700)).toEqual([])
})

test('something at the edge is moved inside', () => {
  expect(keptInside(2, 40, 300)).toBe(20)
  expect(keptInside(299, 40, 300)).toBe(280)
  expect(keptInside(100, 40, 300)).toBe(100)
})

test('a bar stands on its line or hangs from it, and a corner is never larger than the bar', () => {
  expect(barPath(10, 20, 100, 60)).toBe('M10,100v-36q0,-4 4,-4h12q4,0 4,4v36z')
  expect(barPath(10, 20, 100, 140)).toBe('M10,100v36q0,4 4,4h12q4,0 4,-4v-36z')
  expect(barPath(10, 20, 100, 98)).toBe('M10,100v0q0,-2 2,-2h16q2,0 2,2v0z')
  expect(barPath(10, 20, 100, 100)).toBe('')
})

/** The numbers of a curve: a start, then two points that bend it and its end, for each part. */
const numbersOf = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? []

test('a curve shows no value that was not there', () => {
  const heights = [200, 200, 0, 0, 180, 20, 20, 200]
  const [, , ...parts] = numbersOf(curvePath(heights, 0, 30))
  for (let at = 0; at + 1 < heights.length; at += 1) {
    const [from = 0, to = 0] = heights.slice(at, at + 2)
    for (const y of [parts[6 * at + 1], parts[6 * at + 3], parts[6 * at + 5]]) {
      expect(y).toBeGreaterThanOrEqual(Math.min(from, to))
      expect(y).toBeLessThanOrEqual(Math.max(from, to))
    }
    expect(parts[6 * at + 4]).toBe(30 * (at + 1))
    expect(parts[6 * at + 5]).toBe(to)
  }
})

test('a curve of two points is a line, one of one point a place', () => {
  expect(curvePath([90, 0], 0, 30)).toBe('M0,90C10,60 20,30 30,0')
  expect(curvePath([50], 15, 30)).toBe('M15,50')
  expect(curvePath([], 0, 30)).toBe('')
})
