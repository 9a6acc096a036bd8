import { useState } from 'react'

/** Additional capabilities of a phone's camera; TypeScript's types lack them. */
type WithTorch = { torch?: boolean }

const hasTorch = (track: MediaStreamTrack | null) =>
  track?.getCapabilities !== undefined && (track.getCapabilities() as WithTorch).torch === true

/** The lamp beside the camera, for dark entrances; null where the camera has none. It goes out with the camera. */
export function useTorch(track: MediaStreamTrack | null) {
  const [lit, setLit] = useState<MediaStreamTrack | null>(null)
  if (!track || !hasTorch(track)) return null
  const isOn = lit === track
  const toggle = () => {
    const torch: WithTorch = { torch: !isOn }
    // A phone may refuse when its battery is low; then the button stays as it was.
    track.applyConstraints({ advanced: [torch as MediaTrackConstraintSet] }).then(
      () => setLit(isOn ? null : track),
      () => undefined,
    )
  }
  return { isOn, toggle }
}
