import { expect, test } from 'vitest'
import { calm, chromaOf, lit } from './calmColour'
import { contrast, WHITE } from './contrast'

const LOUD = ['#12c8c0', '#ff0000', '#00ff66', '#ffcc00', '#ff2fd0', '#2b5fe3', '#00e5ff']

test('a loud colour becomes one that white letters can stand on', () => {
  for (const hex of LOUD) {
    const made = calm(hex)
    expect(chromaOf(made), hex).toBeLessThanOrEqual(0.115)
    expect(contrast(WHITE, made), hex).toBeGreaterThanOrEqual(4.5)
  }
})

test('the hue stays: turquoise is no grey and no blue', () => {
  expect(calm('#12c8c0')).toMatch(/^#0/)
  expect(chromaOf(calm('#12c8c0'))).toBeGreaterThan(0.07)
})

test('calm, dark and pale colours stay as they are', () => {
  for (const hex of ['#0e7c66', '#17211e', '#fde8c8', '#cfebe3', '#808080', '#ffffff'])
    expect(calm(hex)).toBe(hex)
})

test('colours on a dark ground are light and not pure', () => {
  for (const hex of [...LOUD, '#0e7c66', '#143670']) {
    expect(chromaOf(lit(hex)), hex).toBeLessThanOrEqual(0.115)
    expect(contrast(lit(hex), '#181f1c'), hex).toBeGreaterThanOrEqual(4.5)
  }
})
