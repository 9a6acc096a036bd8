import { expect, test } from 'vitest'
import { type DrawState, NOTHING_DRAWN, nextState, type Winner } from './drawState'

const POT = { entries: [{ id: 'a1', name: 'An' }, { id: 'a2', name: 'Bình' }], total: 2 } // biome-ignore format: two people

const winner = (round: number, attendanceId = 'a2'): Winner => ({
  id: `w${round}`,
  roundId: `r${round}`,
  round,
  attendanceId,
  name: 'Bình',
  maskedCode: '•••T0B',
  prizeId: null,
  prize: null,
  prizeImage: null,
  drawnAt: '2026-11-20T12:00:00Z',
})

const opened = (winners: Winner[] = []): DrawState =>
  nextState(NOTHING_DRAWN, { type: 'loaded', winners, pot: POT })

test('a screen that opens late replays no old draw', () => {
  expect(opened([winner(1)]).spins).toEqual([])
})

test('a winner heard of twice turns the wheel once', () => {
  let state = nextState(opened(), { type: 'drawn', winner: winner(1), pot: POT })
  state = nextState(state, { type: 'drawn', winner: winner(1), pot: POT })
  state = nextState(state, { type: 'loaded', winners: [winner(1)], pot: POT })
  expect(state.spins).toHaveLength(1)
  expect(state.spins[0]).toMatchObject({ index: 1, isComplete: true })
  state = nextState(state, { type: 'landed' })
  expect(state).toMatchObject({ spins: [], announced: { id: 'w1' } })
})

test('a win that was missed is announced when the list comes again', () => {
  const state = nextState(opened([winner(1)]), { type: 'loaded', winners: [winner(2), winner(1)], pot: POT })
  expect(state.spins.map(({ winner }) => winner.id)).toEqual(['w2'])
})

test('a list from before the draw does not take the winner away', () => {
  let state = nextState(opened([winner(1)]), { type: 'drawn', winner: winner(2), pot: POT })
  state = nextState(state, { type: 'loaded', winners: [winner(1)], pot: POT })
  expect(state.spins).toHaveLength(1)
})

test('a win that was taken back disappears', () => {
  let state = nextState(opened([winner(1)]), { type: 'drawn', winner: winner(2), pot: POT })
  state = nextState(state, { type: 'landed' })
  state = nextState(state, { type: 'drawn', winner: winner(3), pot: POT })
  state = nextState(state, { type: 'landed' })
  state = nextState(state, { type: 'loaded', winners: [winner(4), winner(2)], pot: POT })
  expect(state.announced).toBeNull()
  state = nextState(state, { type: 'landed' })
  expect(state.announced?.id).toBe('w4')
  expect(nextState(state, { type: 'voided', id: 'w4' }).announced).toBeNull()
})

test('two draws follow one another, and no winner is missing from the wheel', () => {
  let state = nextState(opened(), { type: 'drawn', winner: winner(1, 'a9'), pot: POT })
  state = nextState(state, { type: 'drawn', winner: winner(2), pot: { ...POT, total: 900 } })
  expect(state.spins[0]).toMatchObject({ names: ['An', 'Bình', 'Bình'], index: 2, total: 3 })
  expect(state.spins[1]?.isComplete).toBe(false)
  state = nextState(state, { type: 'landed' })
  expect(state.spins).toHaveLength(1)
  expect(state.announced?.id).toBe('w1')
})

test('an announcement that a remote has ended is over also where the wheel turns a little longer', () => {
  let state = nextState(opened(), { type: 'drawn', winner: winner(1), pot: POT })
  state = nextState(state, { type: 'dismissed', id: 'w1' })
  expect(state.spins).toHaveLength(1)
  state = nextState(state, { type: 'landed' })
  expect(state).toMatchObject({ spins: [], announced: null })
  state = nextState(state, { type: 'drawn', winner: winner(2), pot: POT })
  state = nextState(state, { type: 'landed' })
  expect(state.announced).toMatchObject({ id: 'w2' })
  expect(nextState(state, { type: 'dismissed', id: 'w1' }).announced).toMatchObject({ id: 'w2' })
})
