import { type Note, playNotes } from '~/lib/audio'
import { readText, writeText } from '~/lib/storage'

const TICK: Note[] = [{ pitch: 1100, length: 45, shape: 'triangle' }]
const FANFARE: Note[] = [
  { pitch: 523, length: 130 },
  { pitch: 659, length: 130 },
  { pitch: 784, length: 130 },
  { pitch: 1047, length: 260 },
  { pitch: 784, length: 130 },
  { pitch: 1047, length: 620 },
]

const MUTED = 'luckyDrawMuted'

export const isMuted = () => readText('localStorage', MUTED) === 'true'

export const mute = (muted: boolean) => writeText('localStorage', MUTED, muted ? 'true' : null)

/** A name passes the pointer. */
export function tick() {
  if (!isMuted()) playNotes(TICK, 0.12)
}

/** Plays the notes for a winner, unless the sound is off. */
export function fanfare() {
  if (!isMuted()) playNotes(FANFARE)
}
