import { type Note, playNotes } from '~/lib/audio'
import { readText, writeText } from '~/lib/storage'
import type { ResultKind } from './scan'

/** A short synthesised tune for each result, so that staff need not look at the screen. */

const FIGURES: Record<ResultKind, Note[]> = {
  ok: [
    { pitch: 784, length: 90 },
    { pitch: 1175, length: 200 },
  ],
  unpaid: [
    { pitch: 784, length: 90 },
    { pitch: 1175, length: 120 },
    { pitch: 0, length: 60 },
    { pitch: 587, length: 220, shape: 'triangle' },
  ],
  already: [
    { pitch: 587, length: 140, shape: 'triangle' },
    { pitch: 0, length: 50 },
    { pitch: 587, length: 140, shape: 'triangle' },
    { pitch: 0, length: 50 },
    { pitch: 587, length: 140, shape: 'triangle' },
  ],
  notFound: [
    { pitch: 196, length: 220, shape: 'sawtooth' },
    { pitch: 147, length: 420, shape: 'sawtooth' },
  ],
  cancelled: [
    { pitch: 147, length: 500, shape: 'square' },
    { pitch: 0, length: 80 },
    { pitch: 147, length: 300, shape: 'square' },
  ],
  wrongEvent: [
    { pitch: 262, length: 160, shape: 'sawtooth' },
    { pitch: 196, length: 160, shape: 'sawtooth' },
    { pitch: 147, length: 320, shape: 'sawtooth' },
  ],
  notConfirmed: [
    { pitch: 294, length: 160, shape: 'sawtooth' },
    { pitch: 0, length: 80 },
    { pitch: 196, length: 320, shape: 'sawtooth' },
  ],
  notYetOpen: [
    { pitch: 330, length: 160, shape: 'square' },
    { pitch: 0, length: 120 },
    { pitch: 330, length: 160, shape: 'square' },
  ],
  queued: [
    { pitch: 523, length: 120 },
    { pitch: 523, length: 120 },
    { pitch: 392, length: 180 },
  ],
  unpaired: [{ pitch: 165, length: 700, shape: 'sawtooth' }],
  failed: [
    { pitch: 220, length: 300, shape: 'square' },
    { pitch: 165, length: 400, shape: 'square' },
  ],
}

const GOOD = 80
const BAD = [200, 80, 200]

const VIBRATIONS: Record<ResultKind, number | number[]> = {
  ok: GOOD,
  unpaid: [GOOD, 60, GOOD],
  already: [GOOD, 60, GOOD, 60, GOOD],
  notFound: BAD,
  cancelled: BAD,
  wrongEvent: BAD,
  notConfirmed: BAD,
  notYetOpen: BAD,
  queued: GOOD,
  unpaired: BAD,
  failed: BAD,
}

const MUTED = 'checkinMuted'

export const isMuted = () => readText('localStorage', MUTED) === 'true'

export const mute = (muted: boolean) => writeText('localStorage', MUTED, muted ? 'true' : null)

/** Plays the tune and the vibration of a result; a muted device still vibrates. */
export function signal(kind: ResultKind) {
  if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[kind])
  if (!isMuted()) playNotes(FIGURES[kind])
}
