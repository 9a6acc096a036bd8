import { useMemo, useRef } from 'react'
import classes from './Reel.module.css'
import { lengthOf, REEL_STOP, reelOf, shorten } from './turning'
import { useSpin } from './useSpin'
import type { Turning } from './Wheel'

interface ReelProps {
  names: readonly string[]
  turning: Turning | null
  onLanded: () => void
  onTick: () => void
}

/** Characters above which a name becomes shorter, not smaller. */
const MOST = 30

/** Names above and below the one in the middle. */
const AROUND = 3

/** Hundreds or thousands of names: they run past and stop at the winner, who is always among them. */
export function Reel({ names, turning, onLanded, onTick }: ReelProps) {
  const strip = useRef<HTMLOListElement>(null)
  const last = useRef(0)
  const key = turning?.key ?? ''
  const winner = turning ? (names[turning.index] ?? '') : ''
  const reel = useMemo(
    () => (key ? reelOf(names, winner, key) : names.slice(0, AROUND * 2 + 1)),
    [names, winner, key],
  )
  useSpin({
    key: turning?.key ?? null,
    onLanded,
    paint: (progress) => {
      const place = AROUND + (REEL_STOP - AROUND) * progress
      if (strip.current) strip.current.style.transform = `translateY(calc(var(--row) * ${AROUND - place}))`
      if (Math.round(place) !== last.current) onTick()
      last.current = Math.round(place)
    },
  })
  return (
    <div className={classes.reel} aria-hidden="true">
      <ol ref={strip} key={key} className={classes.strip}>
        {reel.map((name, place) => {
          const label = shorten(name, MOST)
          const style: Record<`--${string}`, number> = { '--characters': lengthOf([label]) }
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; names repeat.
            <li key={place} style={style}>
              {label}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
