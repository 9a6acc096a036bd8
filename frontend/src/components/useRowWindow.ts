import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** A list without pages, of which the rows at hand are a part. */
export interface Endless {
  /** Names the list: its filters and its order. In another list, another place is kept. */
  list: string
  /** The number of rows before those at hand. */
  offset: number
  total: number
  /** Told which rows come into view: the first, and the one after the last, counted from 0. */
  onShow: (from: number, to: number) => void
  /** The button that asks for the next rows. */
  more: string
  isLoading: boolean
  /** Asks again for a part that could not be loaded; absent where none failed. */
  onRetry: (() => void) | undefined
}

/** Rows that are drawn at first, before it is known how many are in view. */
const FIRST = 40
/** Rows that are drawn before and after those in view. */
const AROUND = 12
/** The part that is drawn begins and ends at a multiple of so many rows, so that it seldom changes. */
const STEP = 10
/** Rows that a press on "more" adds. */
const MORE = 50

/** Where rows stood below the beginning of their list, in pixels. */
type Places = readonly { row: string; at: number }[]

/**
 * Draws only the rows of an endless list that are near the view; the others are gaps of their height. The row that is
 * being read stays where it is when rows are added above it or go.
 */
export function useRowWindow(endless: Endless | undefined, loaded: number, usualHeight: number) {
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [{ from, to }, setShown] = useState({ from: 0, to: FIRST })
  const [height, setHeight] = useState(usualHeight)
  const read = useRef<{ list: string; places: Places }>({ list: '', places: [] })
  const { total = loaded, offset = 0, list: name = '' } = endless ?? {}

  const look = useEffectEvent(() => {
    if (!endless || !list.current) return
    const { top } = list.current.getBoundingClientRect()
    const first = Math.floor(-top / height) - AROUND
    const last = Math.ceil((window.innerHeight - top) / height) + AROUND
    const next = {
      from: Math.max(0, Math.floor(first / STEP) * STEP),
      to: Math.max(FIRST, Math.ceil(last / STEP) * STEP),
    }
    read.current = { list: name, places: placesOf(list.current) }
    // Scrolling goes on while the rows are made.
    startTransition(() => setShown((now) => (now.from === next.from && now.to === next.to ? now : next)))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list or number of rows needs another look.
  useEffect(() => {
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [name, total, height])

  const show = useEffectEvent((from: number, to: number) => endless?.onShow(from, to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is asked for the same rows.
  useEffect(() => show(from, Math.min(to, total)), [from, to, total, name])

  useLayoutEffect(() => {
    if (!endless || !list.current) return
    const measured = heightOf(list.current)
    // Rows differ by less than that.
    if (measured && Math.abs(measured - height) > 2) setHeight(measured)
    const moved = read.current.list === name ? movedBy(list.current, read.current.places) : 0
    if (moved) window.scrollBy(0, moved)
    read.current = { list: name, places: placesOf(list.current) }
  })

  if (!endless) return { ref: list, from: 0, to: loaded, offset: 0, before: 0, after: 0 }
  const start = Math.min(Math.max(from - offset, 0), loaded)
  const end = Math.min(Math.max(to - offset, start), loaded)
  return {
    ref: list,
    /** The part of the rows at hand that is drawn. */
    from: start,
    to: end,
    offset,
    /** The heights of the rows that are not drawn, in pixels. */
    before: (offset + start) * height,
    after: Math.max(total - offset - end, 0) * height,
    height,
    /** Draws further rows, for those who do not scroll. */
    more: () => {
      setShown({ from, to: Math.min(to, total) + MORE })
      endless.onRetry?.()
    },
  }
}

export type RowWindow = ReturnType<typeof useRowWindow>

/** Marks a drawn row with its identifier. */
export const rowMark = (id: string) => ({ 'data-key': id })

const drawn = (list: Element) => [...list.querySelectorAll<HTMLElement>(':scope > [data-key]')]

/** The height of a row, in pixels; 0 where nothing is laid out. */
function heightOf(list: Element): number {
  const rows = drawn(list)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return 0
  return (last.getBoundingClientRect().bottom - first.getBoundingClientRect().top) / rows.length
}

/** The rows in view. None while the beginning of the list is in view: then new rows are to be seen. */
function placesOf(list: Element): Places {
  const { top: beginning } = list.getBoundingClientRect()
  if (beginning >= 0) return []
  return drawn(list).flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > 0 && top < window.innerHeight ? [{ row: row.dataset.key ?? '', at: top - beginning }] : []
  })
}

/** By how many pixels the first row that was in view, and is still drawn, has moved. */
function movedBy(list: Element, places: Places): number {
  if (places.length === 0) return 0
  const rows = new Map(drawn(list).map((row) => [row.dataset.key, row]))
  const kept = places.find(({ row }) => rows.has(row))
  const row = rows.get(kept?.row)
  if (!kept || !row) return 0
  const now = row.getBoundingClientRect().top - list.getBoundingClientRect().top
  return Math.abs(now - kept.at) < 1 ? 0 : now - kept.at
}

/** Scrolls so far that the row with this place, from 0, is in the middle of the view, if it is out of it. */
export function scrollToRow(list: HTMLElement | null, place: number) {
  const height = Number(list?.dataset.rowHeight)
  if (!list || !height) return
  const top = list.getBoundingClientRect().top + place * height
  if (top > MARGIN && top + height < window.innerHeight) return
  window.scrollBy(0, top - (window.innerHeight - height) / 2)
}

/** The height of everything that stays at the top of the view while scrolling, in pixels. */
const MARGIN = 120
