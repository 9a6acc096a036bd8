import type { ReactNode } from 'react'
import { sharedValue } from '~/lib/sharedValue'

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

const notes = sharedValue<readonly Note[]>([])
let last = 0

/** Shows a note and returns its identifier. */
export function showNote(note: Omit<Note, 'id'>): number {
  last += 1
  notes.set([...notes.get(), { ...note, id: last }])
  return last
}

const find = (id: number) => notes.get().find((note) => note.id === id)

export function hideNote(id: number) {
  find(id)?.onHold?.(false)
  notes.set(notes.get().filter((note) => note.id !== id))
}

export const isNoteShown = (id: number) => find(id) !== undefined

/** For tests, of which each begins without notes. */
export const forgetNotes = () => notes.set([])

export const useNotes = notes.useValue
