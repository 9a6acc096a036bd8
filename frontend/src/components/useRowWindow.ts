import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { keepPlace, type ListPlace } from '~/lib/listPlace'
import { session } from '~/lib/session'

/** A list without pages, of which the rows at hand are a part. */
export interface Endless {
  /** Names the list: its filters and its order. In another list, another place is kept. */
  list: string
  /** The number of rows before those at hand. */
  offset: number
  total: number
  /** Told which rows come into view: the first, and the one after the last, counted from 0. */
  onShow: (from: number, to: number) => void
  /** Where a reader who comes back was; absent for one who did not, and once they are there again. */
  place: ListPlace | undefined
  /** Called when they are there, or go elsewhere. */
  onReturned: () => void
  /** The button that asks for the next rows. */
  more: string
  isLoading: boolean
  /** Asks again for a part that could not be loaded; absent where none failed. */
  onRetry: (() => void) | undefined
}

/** Rows that are drawn at first, before it is known how many are in view. */
const FIRST = 30
/** Rows that are drawn before and after those in view. */
const AROUND = 12
/** The part that is drawn begins and ends at a multiple of so many rows, so that it seldom changes. */
const STEP = 10
/** Rows that a press on "more" adds. */
const MORE = 50

/** Where rows stood below the beginning of their list, in pixels. */
type Places = readonly { row: string; at: number }[]

/** The rows that are being read. */
interface Reading {
  list: string
  /** The number of rows before the first of them. */
  index: number
  /** How far below the top of the view the list began, in pixels. */
  beginning: number
  places: Places
  /** The reader who comes back is not there yet. */
  isReturning: boolean
}

/**
 * Draws only the rows of an endless list that are near the view; the others are gaps of their height. The row that is
 * being read stays where it is when rows are added above it or go, and a reader who comes back is led to it.
 */
export function useRowWindow(endless: Endless | undefined, ids: readonly string[], usualHeight: number) {
  const loaded = ids.length
  const list = useRef<HTMLTableSectionElement & HTMLUListElement>(null)
  const [{ from, to }, setShown] = useState(() => {
    const { index = 0 } = endless?.place ?? {}
    return drawnAround(index, index + FIRST - AROUND)
  })
  const [height, setHeight] = useState(usualHeight)
  const read = useRef<Reading>(undefined)
  const { total = loaded, offset = 0, list: name = '', place } = endless ?? {}

  const readingOf = (list: Element): Reading => {
    const places = placesOf(list)
    const index = offset + Math.max(ids.indexOf(places[0]?.row ?? ''), 0)
    const { top: beginning } = list.getBoundingClientRect()
    return { list: name, index, beginning, places, isReturning: place !== undefined }
  }
  const look = useEffectEvent(() => {
    if (!endless || !list.current) return
    const next = drawnInView(list.current, height)
    read.current = readingOf(list.current)
    setShown((now) => (now.from === next.from && now.to === next.to ? now : next))
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

  const focused = useFocusedRow(list)
  // When another list takes its place, the list is kept as it was read last.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each list has a place of its own.
  useLayoutEffect(() => {
    const save = () => keepReading(read.current, focused.current)
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [name])

  /** Whether the router, which scrolls after the first drawing, has done so. */
  const isSettled = useRef(false)
  const goBack = useEffectEvent(() => {
    if (!endless?.place || !list.current) return
    const { by, row } = wayBack(list.current, endless.place, { ids, offset, total, height })
    if (Math.abs(by) >= 1) window.scrollBy(0, by)
    if (!row || !isSettled.current) return
    // Outdoes a drawing that was begun for another place, which would take the row with the focus away.
    setShown(drawnInView(list.current, height))
    focusAgain(list.current, endless.place, row)
    endless.onReturned()
  })
  useEffect(() => {
    const timer = setTimeout(() => {
      isSettled.current = true
      goBack()
    })
    return () => clearTimeout(timer)
  }, [])
  const onReturned = useEffectEvent(() => endless?.onReturned())
  const isReturning = place !== undefined
  useEffect(() => {
    if (!isReturning) return
    const gone = new AbortController()
    // Readers who go elsewhere meanwhile are not led back.
    for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      window.addEventListener(act, () => onReturned(), { signal: gone.signal, passive: true })
    return () => gone.abort()
  }, [isReturning])

  const show = useEffectEvent((from: number, to: number) => endless?.onShow(from, to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is asked for the same rows.
  useEffect(() => show(from, Math.min(to, total)), [from, to, total, name])

  useLayoutEffect(() => {
    if (!endless || !list.current) return
    const measured = heightOf(list.current)
    // Rows differ by less than that.
    if (measured && Math.abs(measured - height) > 2) setHeight(measured)
    const moved = read.current?.list === name ? movedBy(list.current, read.current.places) : 0
    if (moved) window.scrollBy(0, moved)
    goBack()
    read.current = readingOf(list.current)
  })

  if (!endless) return { ref: list, from: 0, to: loaded, before: 0, after: 0 }
  const start = Math.min(Math.max(from - offset, 0), loaded)
  const end = Math.min(Math.max(to - offset, start), loaded)
  return {
    ref: list,
    /** The part of the rows at hand that is drawn. */
    from: start,
    to: end,
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

/**
 * Draws a row once for the same properties of its list: when only the part that is drawn changes, the rows that stay are
 * not drawn again.
 */
export function useDrawnRows<Row, Drawn>(props: object, draw: (row: Row, at: number) => Drawn) {
  const kept = useRef({ props, rows: new Map<Row, Drawn>() })
  if (kept.current.props !== props) kept.current = { props, rows: new Map() }
  const { rows } = kept.current
  return (row: Row, at: number) => {
    const drawn = rows.get(row) ?? draw(row, at)
    rows.set(row, drawn)
    return drawn
  }
}

export type RowWindow = ReturnType<typeof useRowWindow>

/** The part of a list that is drawn when these rows are in view, the last of them not counted. */
const drawnAround = (first: number, last: number) => ({
  from: Math.max(0, Math.floor((first - AROUND) / STEP) * STEP),
  to: Math.max(FIRST, Math.ceil((last + AROUND) / STEP) * STEP),
})

/** The part of a list that is drawn for the rows that are in view now. */
function drawnInView(list: Element, height: number) {
  const { top } = list.getBoundingClientRect()
  return drawnAround(Math.floor(-top / height), Math.ceil((window.innerHeight - top) / height))
}

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

/** The row of a list that had the focus last, or something in it. */
function useFocusedRow(list: RefObject<Element | null>) {
  const focused = useRef<string>(undefined)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-key]')
      if (row && list.current?.contains(row)) focused.current = row.dataset.key
    }
    window.addEventListener('focusin', note)
    return () => window.removeEventListener('focusin', note)
  }, [list])
  return focused
}

/** Keeps where the reader is, for a return. */
function keepReading(reading: Reading | undefined, focused: string | undefined) {
  // A list that was never drawn, or whose reader was still on the way back, keeps the place of before.
  if (!reading || reading.isReturning) return
  // Its end takes the list off the screen.
  if (!session().loggedIn) return
  const { list, index, beginning, places } = reading
  const rows = places.map(({ row, at }) => ({ row, top: at + beginning }))
  const wasFocused = rows.some(({ row }) => row === focused)
  keepPlace(list, rows.length > 0 ? { index, rows, focused: wasFocused ? focused : undefined } : null)
}

interface Loaded {
  ids: readonly string[]
  offset: number
  total: number
  height: number
}

/**
 * By how many pixels the first of the rows that were in view, or the one in their place where none of them is known, is
 * off the place that it had in the view; and the row itself once it is drawn.
 */
function wayBack(list: Element, { index, rows }: ListPlace, { ids, offset, total, height }: Loaded) {
  const known = rows.find(({ row }) => ids.includes(row))
  const place = known ? offset + ids.indexOf(known.row) : Math.min(index, total - 1)
  const row = drawn(list).find(({ dataset }) => dataset.key === ids[place - offset])
  const now = row?.getBoundingClientRect().top ?? list.getBoundingClientRect().top + place * height
  return { by: now - ((known ?? rows[0])?.top ?? 0), row }
}

/** Gives the focus back to the row that had it, or to the nearest one, unless something else has taken it. */
function focusAgain(list: Element, { rows, focused }: ListPlace, first: HTMLElement) {
  if (!focused || document.activeElement !== document.body || document.querySelector('[role="dialog"]'))
    return
  const at = rows.findIndex(({ row }) => row === focused)
  const near = [...rows.slice(at), ...rows.slice(0, at).reverse()]
  const there = new Map(drawn(list).map((row) => [row.dataset.key, row]))
  const row = near.map(({ row }) => there.get(row)).find((row) => row) ?? first
  row.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true })
}
