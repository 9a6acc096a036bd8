import { givenNameAt } from '~/lib/nameForm'

/**
 * The movement of wheel and reel: pure geometry, so that every screen shows the same turn and it lands where it must.
 */

/** Names that one wheel can carry readably; above that they run past on a reel. */
export const WHEEL_NAMES = 40

/** Names that run past on a reel before it stops. */
export const REEL_NAMES = 64
/** The winner's index on the reel; names after it fill the view below. */
export const REEL_STOP = REEL_NAMES - 6

/** Numbers from 0 to 1 that follow from a text: the same on every screen. Nothing is decided by them. */
export function numbersFrom(text: string): () => number {
  let state = 2166136261
  for (const char of text) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Degrees by which a wheel of `count` slices turns clockwise until slice `index` stands at the pointer on the right. */
export function landing(index: number, count: number, key: string): number {
  const next = numbersFrom(key)
  const slice = 360 / count
  // At a random place within the slice, but not near its edge, where the result would look doubtful.
  const within = 0.5 + (next() - 0.5) * 0.7
  return 360 * (6 + Math.floor(next() * 3)) - (index + within) * slice
}

/** The slice at the pointer when the wheel has turned by `degrees`. */
export function sliceAt(degrees: number, count: number): number {
  const turned = ((-degrees % 360) + 360) % 360
  return Math.min(Math.floor(turned / (360 / count)), count - 1)
}

/** Easing of the turn: progress from 0 to 1 at the time `at` from 0 to 1. */
export const slowingDown = (at: number) => 1 - (1 - Math.min(Math.max(at, 0), 1)) ** 4

/** The names on a reel: in an order derived from the key, with the winner where the reel stops. */
export function reelOf(names: readonly string[], winner: string, key: string): string[] {
  const next = numbersFrom(key)
  return Array.from({ length: REEL_NAMES }, (_, place) =>
    place === REEL_STOP ? winner : (names[Math.floor(next() * names.length)] ?? winner),
  )
}

/** Characters of a word that are shown at most; no given name is as long. */
const LONGEST_WORD = 40

/**
 * The name, short enough for a slice if that is possible without cutting the given name: the words of the family become
 * initials and then give way. A name whose form does not tell the given name is shown whole, and so is each when it has
 * won.
 */
export function shorten(name: string, characters: number): string {
  const words = name.split(' ')
  const isTooLong = () => lengthOf(words) > characters && words.length > 1
  const initial = (at: number) => {
    words[at] = `${[...(words[at] ?? '')].slice(0, 1).join('')}.`
  }
  // A name in the hall may be short already, and begins with the given name: "Nguyệt N."
  const given = name.endsWith('.') ? 'first' : givenNameAt(name)
  if (given === 'first') {
    for (let at = words.length - 1; isTooLong() && at > 0; at -= 1) initial(at)
    while (isTooLong()) words.pop()
  }
  if (given === 'last') {
    for (let at = 0; isTooLong() && at < words.length - 1; at += 1) initial(at)
    while (isTooLong()) words.shift()
  }
  const text = words.join(' ')
  return lengthOf([text]) <= Math.max(characters, LONGEST_WORD)
    ? text
    : `${[...text].slice(0, LONGEST_WORD - 1).join('')}…`
}

export const lengthOf = (words: readonly string[]) => [...words.join(' ')].length
