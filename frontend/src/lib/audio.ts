/** Short tunes, synthesised: no sound files. */

export interface Note {
  /** Hertz; 0 is silence. */
  pitch: number
  /** Milliseconds; at least 45, or the ramps at both ends leave nothing. */
  length: number
  shape?: OscillatorType
}

/** Volume of a tune; 1 is the volume of the device. */
const LOUDNESS = 0.4

let context: AudioContext | undefined

/** Browsers keep a page silent until it is touched: call this on the first touch or key press. */
export function wakeSound() {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  if (context.state === 'suspended') void context.resume().catch(() => undefined)
}

/** Plays the notes one after the other; does nothing while the browser forbids sound. */
export function playNotes(notes: readonly Note[], loudness = LOUDNESS) {
  wakeSound()
  if (context?.state !== 'running') return
  let start = context.currentTime + 0.01
  for (const { pitch, length, shape = 'sine' } of notes) {
    const end = start + length / 1000
    if (pitch > 0) {
      const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch })
      const volume = new GainNode(context, { gain: 0 })
      // Ramps at both ends, because a cut wave clicks.
      volume.gain.setValueAtTime(0, start)
      volume.gain.linearRampToValueAtTime(loudness, start + 0.01)
      volume.gain.setValueAtTime(loudness, end - 0.03)
      volume.gain.linearRampToValueAtTime(0, end)
      oscillator.connect(volume).connect(context.destination)
      oscillator.start(start)
      oscillator.stop(end)
    }
    start = end
  }
}
