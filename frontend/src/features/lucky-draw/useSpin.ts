import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { slowingDown } from './turning'

/** Milliseconds a turn takes. */
const TURN = 7_000
/** With reduced motion: a pause instead of a turn. */
const PAUSE = 1_200
/** Milliseconds between the stop and the announcement. */
const REST = 800

interface Turn {
  /** Names the turn; null while nothing turns. */
  key: string | null
  /** Another screen turns at the same time: less motion then makes this turn no shorter. */
  isWatched?: boolean
  /** Draws the moment: from 0 (about to start) to 1 (landed). */
  paint: (progress: number) => void
  onLanded: () => void
}

/** Turns once for every new key, frame by frame, and lands also where no frames are drawn (a hidden tab). */
export function useSpin(turn: Turn) {
  const reduced = useReducedMotion()
  const latest = useRef(turn)
  useEffect(() => {
    latest.current = turn
  })
  useEffect(() => {
    if (turn.key === null) return
    const length = reduced && !turn.isWatched ? PAUSE : TURN
    const start = performance.now()
    let frame = 0
    const step = (now: number) => {
      latest.current.paint(slowingDown((now - start) / length))
      if (now - start < length) frame = requestAnimationFrame(step)
    }
    if (!reduced) frame = requestAnimationFrame(step)
    const landing = setTimeout(() => {
      latest.current.paint(1)
      latest.current.onLanded()
    }, length + REST)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(landing)
    }
  }, [turn.key, turn.isWatched, reduced])
}
