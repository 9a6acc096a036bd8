import { expect, test } from 'vitest'
import { qrShape } from './qrPicture'

const LINK = `https://hoi.example/form/${'0'.repeat(36)}#code=K7MNP2QR`
const LEVEL = { M: 0b00, Q: 0b11, H: 0b10 }
const MASK = 0b10

/** The version and the level that a code was drawn with, read from its shape as a reader does. */
function drawn(text: string) {
  const { size, path } = qrShape(text)
  const dark = new Set(path.match(/M\d+ \d+/g))
  // The first two format bits stand left of the upper left finder pattern's lower edge.
  const bits = [4, 5].map((x) => Number(dark.has(`M${x} 12`)))
  const level = ((bits[0] ?? 0) * 2 + (bits[1] ?? 0)) ^ MASK
  const names = Object.entries(LEVEL)
  return [(size - 8 - 17) / 4, names.find(([, value]) => value === level)?.[0]]
}

test.each([
  ['nothing', '', 2, 'H'],
  ['one digit', '7', 2, 'H'],
  ['a ticket', '7K2Q9XAB0CDE', 2, 'H'],
  ["a card's link", LINK, 8, 'H'],
  ['the longest text of level H', 'a'.repeat(84), 8, 'H'],
  ['one letter more', 'a'.repeat(85), 7, 'Q'],
  ['the longest text of level Q', 'a'.repeat(108), 8, 'Q'],
  ['one letter more, such as a payment', 'a'.repeat(109), 7, 'M'],
  ['the longest text of the middle level', 'a'.repeat(2331), 40, 'M'],
])(
  '%s has an alignment pattern, and the highest level with modules large enough',
  (_, text, version, level) => {
    expect(drawn(text)).toEqual([version, level])
  },
)
