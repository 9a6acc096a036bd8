import type { components } from '~/api/schema'

export type Winner = components['schemas']['DrawWinner']

/** A winner that the screen still has to show, and the names among which the wheel finds them. */
export interface Spin {
  winner: Winner
  names: string[]
  /** Where the winner stands among the names. */
  index: number
  /** The names are all who take part, so that a wheel may carry them. */
  isComplete: boolean
  /** The number of people who take part, with the winner, who may be no longer among those of the next draw. */
  total: number
}

export interface DrawState {
  /** Identifiers of the wins that this screen has received; null before the first list. */
  known: ReadonlySet<string> | null
  spins: Spin[]
  /** The latest winner, shown large; null while there is no announcement. */
  announced: Winner | null
  /** The win whose announcement is over, also before this screen has come to it. */
  dismissed: string | null
}

interface Pot {
  entries: { id: string; name: string }[]
  total: number
}

export type DrawEvent =
  | { type: 'loaded'; winners: Winner[]; pot: Pot }
  | { type: 'drawn'; winner: Winner; pot: Pot }
  | { type: 'landed' }
  | { type: 'voided'; id: string }
  /** Ends the announcement of one win, or of the one that is shown. */
  | { type: 'dismissed'; id?: string }

export const NOTHING_DRAWN: DrawState = { known: null, spins: [], announced: null, dismissed: null }

/**
 * The state of the draw on this screen. It may learn of a winner in several ways (the socket, its own call, a list that
 * was refetched after a lost connection), and turns the wheel once.
 */
export function nextState(state: DrawState, event: DrawEvent): DrawState {
  switch (event.type) {
    case 'loaded':
      return loaded(state, event.winners, event.pot)
    case 'drawn':
      if (state.known?.has(event.winner.id)) return state
      return {
        ...state,
        known: new Set([...(state.known ?? []), event.winner.id]),
        spins: [...state.spins, spinOf(event.winner, event.pot)],
        announced: state.spins.length > 0 ? state.announced : null,
      }
    case 'landed':
      return { ...state, spins: state.spins.slice(1), announced: landed(state) }
    case 'voided':
      return {
        ...state,
        spins: state.spins.filter(({ winner }) => winner.id !== event.id),
        announced: state.announced?.id === event.id ? null : state.announced,
      }
    case 'dismissed': {
      const dismissed = event.id ?? state.announced?.id ?? null
      return { ...state, dismissed, announced: state.announced?.id === dismissed ? null : state.announced }
    }
  }
}

function landed({ spins: [spin], announced, dismissed }: DrawState): Winner | null {
  if (!spin) return announced
  return spin.winner.id === dismissed ? null : spin.winner
}

/** Winners from before the page was opened are not announced; those missed while offline are. */
function loaded(state: DrawState, winners: Winner[], pot: Pot): DrawState {
  const { known } = state
  const all = new Set([...(known ?? []), ...winners.map(({ id }) => id)])
  if (!known) return { ...state, known: all }
  const standing = new Set(winners.map(({ id }) => id))
  // The list may be older than the newest win, so a win of a later round than any in the list is not taken as voided.
  const newest = Math.max(0, ...winners.map(({ round }) => round))
  const stands = (winner: Winner) => standing.has(winner.id) || winner.round > newest
  const missed = winners.filter(({ id }) => !known.has(id)).sort((a, b) => a.round - b.round)
  return {
    ...state,
    known: all,
    spins: [
      ...state.spins.filter(({ winner }) => stands(winner)),
      ...missed.slice(-1).map((winner) => spinOf(winner, pot)),
    ],
    announced: missed.length > 0 || (state.announced && !stands(state.announced)) ? null : state.announced,
  }
}

function spinOf(winner: Winner, { entries, total }: Pot): Spin {
  const names = entries.map(({ name }) => name)
  const index = entries.findIndex(({ id }) => id === winner.attendanceId)
  const isComplete = total <= entries.length
  if (index >= 0) return { winner, names, index, isComplete, total }
  // A winner who checked in a moment ago may be missing from the names; add them.
  const all = [...names, winner.name]
  return { winner, names: all, index: names.length, isComplete, total: isComplete ? all.length : total }
}
