import { useMemo, useRef } from 'react'
import { landing, lengthOf, shorten, sliceAt } from './turning'
import { useSpin } from './useSpin'
import classes from './Wheel.module.css'

export interface Turning {
  /** Identifies the draw; the same key gives the same turn on every screen. */
  key: string
  /** Where the winner stands among the names. */
  index: number
}

interface WheelProps {
  names: readonly string[]
  turning: Turning | null
  onLanded: () => void
  onTick: () => void
}

const RADIUS = 480
/** Colours of slices, in turn. */
const TONES = 4
/** Characters that a slice has room for, times their size. */
const ROOM = 690

/** A wheel with a slice per name. Its pointer stands on the right, where a name reads from left to right. */
export function Wheel({ names, turning, onLanded, onTick }: WheelProps) {
  const disc = useRef<SVGGElement>(null)
  const last = useRef(0)
  const count = names.length
  useSpin({
    key: turning?.key ?? null,
    onLanded,
    paint: (progress) => {
      if (!turning) return
      const degrees = landing(turning.index, count, turning.key) * progress
      disc.current?.setAttribute('transform', `rotate(${degrees % 360})`)
      const slice = sliceAt(degrees, count)
      if (slice !== last.current) onTick()
      last.current = slice
    },
  })
  const size = Math.min(46, Math.max(19, 560 / count))
  const labels = useMemo(() => names.map((name) => shorten(name, Math.floor(ROOM / size))), [names, size])
  return (
    <svg viewBox="-500 -500 1030 1000" className={classes.wheel} aria-hidden="true" focusable="false">
      <circle r={RADIUS + 14} className={classes.rim} />
      <g ref={disc}>
        {labels.map((label, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place; two people may share a name.
          <g key={index} className={classes.slice} data-tone={toneOf(index, count)}>
            <path d={sliceOf(index, count)} />
            <text
              x={RADIUS - 22}
              transform={`rotate(${((index + 0.5) * 360) / count})`}
              fontSize={Math.min(size, ROOM / lengthOf([label]))}
              dominantBaseline="central"
              textAnchor="end"
            >
              {label}
            </text>
          </g>
        ))}
      </g>
      <circle r={70} className={classes.hub} />
      <path d="M 458 0 L 524 -30 L 524 30 Z" className={classes.pointer} />
    </svg>
  )
}

/** Neighbours never share a colour, not even where the last slice meets the first. */
const toneOf = (index: number, count: number) =>
  index === count - 1 && index % TONES === 0 ? 2 : index % TONES

function sliceOf(index: number, count: number): string {
  if (count === 1) return `M ${RADIUS} 0 A ${RADIUS} ${RADIUS} 0 1 1 ${RADIUS} -0.01 Z`
  const at = (turn: number) => {
    const angle = (turn / count) * 2 * Math.PI
    return `${(RADIUS * Math.cos(angle)).toFixed(2)} ${(RADIUS * Math.sin(angle)).toFixed(2)}`
  }
  return `M 0 0 L ${at(index)} A ${RADIUS} ${RADIUS} 0 0 1 ${at(index + 1)} Z`
}
