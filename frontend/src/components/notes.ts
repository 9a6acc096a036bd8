import { type ReactNode, useSyncExternalStore } from 'react'

/** A message that is shown above the screens for a while. */
export interface Note {
  id: number
  title?: string
  message: ReactNode
  /** The title is the same in all of a kind: it is the small print above the fact. */
  isFactFirst?: boolean
  /** A colour of the theme. */
  color: 'blue' | 'gray' | 'jade' | 'red'
  icon: ReactNode
  role: 'status' | 'alert'
  /** Milliseconds that it stays; false: until it is closed. */
  stays: number | false
  /** Told when the pointer or the focus comes to it, and when both have left or it is hidden. */
  onHold?: (isHeld: boolean) => void
}

let shown: readonly Note[] = []
let last = 0
const listeners = new Set<() => void>()

function set(next: readonly Note[]) {
  shown = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows a note and returns its identifier. */
export function showNote(note: Omit<Note, 'id'>): number {
  last += 1
  set([...shown, { ...note, id: last }])
  return last
}

export function hideNote(id: number) {
  shown.find((note) => note.id === id)?.onHold?.(false)
  set(shown.filter((note) => note.id !== id))
}

export const isNoteShown = (id: number) => shown.some((note) => note.id === id)

/** For tests, of which each begins without notes. */
export const forgetNotes = () => set([])

export const useNotes = () => useSyncExternalStore(subscribe, () => shown)
