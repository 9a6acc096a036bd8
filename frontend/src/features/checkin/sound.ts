import type { Kind } from './attempt'

/** What each result sounds like, so that the staff need not look: one short figure each, made here, no files. */

interface Note {
  /** Hertz; 0 is silence. */
  pitch: number
  /** Milliseconds. */
  length: number
  shape?: OscillatorType
}

const FIGURES: Record<Kind, Note[]> = {
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

const VIBRATIONS: Record<Kind, number | number[]> = {
  ok: GOOD,
  unpaid: [GOOD, 60, GOOD],
  already: [GOOD, 60, GOOD, 60, GOOD],
  notFound: BAD,
  cancelled: BAD,
  wrongEvent: BAD,
  notYetOpen: BAD,
  queued: GOOD,
  unpaired: BAD,
  failed: BAD,
}

const MUTED = 'checkinMuted'

export const isMuted = () => localStorage.getItem(MUTED) === 'true'

export function mute(muted: boolean) {
  if (muted) localStorage.setItem(MUTED, 'true')
  else localStorage.removeItem(MUTED)
}

let context: AudioContext | undefined

/** Browsers keep a page silent until it was touched: call it on the first touch or key. */
export function wakeSound() {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

/** The figure and the vibration of a result; a muted device still vibrates. */
export function signal(kind: Kind) {
  if ('vibrate' in navigator) navigator.vibrate(VIBRATIONS[kind])
  if (isMuted()) return
  wakeSound()
  if (context?.state === 'running') play(context, FIGURES[kind])
}

function play(context: AudioContext, notes: Note[]) {
  let start = context.currentTime + 0.01
  for (const { pitch, length, shape = 'sine' } of notes) {
    const end = start + length / 1000
    if (pitch > 0) {
      const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch })
      const volume = new GainNode(context, { gain: 0 })
      // Ramps at both ends, because a cut wave clicks.
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(0.4, start + 0.01)
      volume.gain.setValueAtTime(0.4, end - 0.03)
      volume.gain.linearRampToValueAtTime(0, end)
      oscillator.connect(volume).connect(context.destination)
      oscillator.start(start)
      oscillator.stop(end)
    }
    start = end
  }
}
