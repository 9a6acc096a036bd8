import type { components } from '~/api/schema'

/**
 * The method by which a winner follows from a seed and a list, once more in the browser, so that the server need not be
 * trusted. Its description stands in the server's `lucky_draw/rules.rs`; both are tested with the same examples.
 */

export const METHOD = 'hoi-lucky-draw-1'

const RANGE = 2 ** 32

export type Round = components['schemas']['DrawRound']

export interface Verdict {
  /** The revealed seed is the one that was promised. */
  seed: boolean
  /** The list is the one that was promised. */
  pool: boolean
  /** The method arrives at the winner who was announced. */
  winner: boolean
  /** Their place on the list, counted from 1. */
  place: number
}

/** Browsers offer their cryptography only on secure pages (HTTPS, or this very computer). */
export const canVerify = () => Boolean(globalThis.crypto?.subtle)

const bytesOf = (text: string) => new TextEncoder().encode(text)

const unhex = (digits: string) =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const hashOfSeed = (seed: string) => sha256(unhex(seed))

export const hashOfPool = (pool: readonly string[]) => sha256(bytesOf(pool.map((id) => `${id}\n`).join('')))

interface Ingredients {
  seed: string
  poolHash: string
  round: number
  word: string
  size: number
}

/** The winner's place among `size` people, counted from 0. */
export async function winningIndex({ seed, poolHash, round, word, size }: Ingredients): Promise<number> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', unhex(seed), algorithm, false, ['sign'])
  const limit = Math.floor(RANGE / size) * size
  for (let attempt = 0; ; attempt++) {
    const message = bytesOf([METHOD, poolHash, round, attempt, word].join('\n'))
    const value = new DataView(await crypto.subtle.sign('HMAC', key, message)).getUint32(0)
    if (value < limit) return value % size
  }
}

/** Repeats the draw of a round; null before its seed was revealed. */
export async function verify(round: Round): Promise<Verdict | null> {
  const { seed, pool, word, number, winner } = round
  if (seed === null || pool.length === 0) return null
  const poolHash = await hashOfPool(pool)
  const index = await winningIndex({ seed, poolHash, round: number, word, size: pool.length })
  const ordered = pool.every((id, at) => at === 0 || (pool[at - 1] ?? '') < id)
  return {
    seed: (await hashOfSeed(seed)) === round.seedHash,
    pool: ordered && poolHash === round.poolHash && pool.length === round.poolSize,
    winner: pool[index] === winner,
    place: index + 1,
  }
}
