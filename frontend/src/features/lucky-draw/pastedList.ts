/** A pasted list: it stays in this page, is neither stored nor sent, and is gone with it. */

export const MAX_NAMES = 10_000
const MAX_LENGTH = 100

export interface PastedList {
  names: string[]
  /** The number of lines beyond the limit. */
  dropped: number
}

/** One name per line; spaces around it, empty lines and a leading number ("12.", "12)") are no part of a name. */
export function parseNames(text: string): PastedList {
  const all = text
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) =>
      line
        .replace(/^\s*\d+\s*[.)]\s+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .map((name) => [...name].slice(0, MAX_LENGTH).join(''))
  return { names: all.slice(0, MAX_NAMES), dropped: Math.max(all.length - MAX_NAMES, 0) }
}

/** A uniformly random number below `count`; values that would favour some numbers are drawn again. */
export function randomBelow(count: number): number {
  const range = 2 ** 32
  const limit = Math.floor(range / count) * count
  const drawn = new Uint32Array(1)
  do crypto.getRandomValues(drawn)
  while ((drawn[0] ?? 0) >= limit)
  return (drawn[0] ?? 0) % count
}
