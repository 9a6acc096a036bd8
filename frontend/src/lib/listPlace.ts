import { keep, recall } from './storage'

/** Where a reader was in an endless list. */
export interface ListPlace {
  list: string
  /** When it was left, in milliseconds. */
  at: number
  /** The number of rows before the first one in view. */
  index: number
  /** The rows in view, and how far below the top of the view each began, in pixels. */
  rows: readonly { row: string; top: number }[]
  /** The row among them that had the focus last. */
  focused?: string
}

const KEY = 'list places'
/** Milliseconds after which a reader who comes back begins at the beginning. */
const KEPT = 60 * 60 * 1000
/** Lists whose places are kept. The oldest give way. */
const MOST = 10

const kept = () =>
  (recall<ListPlace[]>('sessionStorage', KEY) ?? []).filter(({ at }) => Date.now() - at < KEPT)

export const placeIn = (list: string): ListPlace | undefined => kept().find((place) => place.list === list)

/** Keeps the place in a list until the tab is closed or its session ends; null stands for the beginning. */
export function keepPlace(list: string, place: Omit<ListPlace, 'list' | 'at'> | null) {
  const others = kept().filter((other) => other.list !== list)
  const places = place ? [{ list, at: Date.now(), ...place }, ...others].slice(0, MOST) : others
  keep('sessionStorage', KEY, places.length > 0 ? places : null)
}

export const forgetPlaces = () => keep('sessionStorage', KEY, null)
