import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOfPool, hashOfSeed, type Round, verify, winningIndex } from './verification'

interface Examples {
  draws: {
    seed: string
    seedHash: string
    pool: string[]
    poolHash: string
    round: number
    word: string
    winner: string
  }[]
  indices: { seed: string; poolHash: string; round: number; word: string; size: number; index: number }[]
}

// The server's own tests read the same file.
const { draws, indices } = JSON.parse(
  readFileSync('../organising/src/lucky_draw/vectors.json', 'utf8'),
) as Examples

const roundOf = ({
  seed,
  seedHash,
  pool,
  poolHash,
  round,
  word,
  winner,
}: Examples['draws'][number]): Round => ({
  id: 'r1',
  number: round,
  openedAt: '2026-11-20T12:00:00Z',
  drawnAt: '2026-11-20T12:00:05Z',
  poolSize: pool.length,
  ...{ seed, seedHash, pool, poolHash, word, winner },
})

test('the published examples hold in the browser too', async () => {
  expect(draws.length).toBeGreaterThan(2)
  for (const draw of draws) {
    expect(await hashOfSeed(draw.seed)).toBe(draw.seedHash)
    expect(await hashOfPool(draw.pool)).toBe(draw.poolHash)
    const place = draw.pool.indexOf(draw.winner) + 1
    expect(await verify(roundOf(draw))).toEqual({ seed: true, pool: true, winner: true, place })
  }
  for (const { index, ...ingredients } of indices) expect(await winningIndex(ingredients)).toBe(index)
})

test('every later change is detected', async () => {
  const draw = draws[3]
  if (!draw) throw new Error('the examples are missing')
  const round = roundOf(draw)
  const other = round.pool.find((id) => id !== round.winner) ?? ''
  const seed = `${round.seed?.startsWith('0') ? '1' : '0'}${round.seed?.slice(1)}`
  expect(await verify({ ...round, seed })).toMatchObject({ seed: false })
  expect(await verify({ ...round, winner: other })).toMatchObject({ seed: true, pool: true, winner: false })
  const pool = round.pool.filter((id) => id !== other)
  expect(await verify({ ...round, pool })).toMatchObject({ pool: false })
  expect(await verify({ ...round, pool: [...round.pool].reverse() })).toMatchObject({ pool: false })
  expect(await verify({ ...round, seed: null })).toBeNull()
})
