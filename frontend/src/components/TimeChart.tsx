import { VisuallyHidden } from '@mantine/core'
import { type MouseEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { barPath, curvePath, keptInside, labelsOf, ticksOf } from '~/lib/chartScale'
import { formatCompact } from '~/lib/numbers'
import classes from './TimeChart.module.css'

interface TimeChartProps {
  /** The figure, such as "Registrations". */
  name: string
  /** The name of the table of the same values; that of the figure if absent. */
  caption?: string
  height: number
  /** In the order of time; `label` stands below the chart, `title` is the day or month in full. */
  points: { label: string; title: string; value: number }[]
  format: (value: number) => string
  /** A curve in place of bars. */
  isCurve?: boolean
}

/** The width of a letter as a share of the size of the font, rather too much than too little. */
const LETTER = 0.55
const WIDEST_BAR = 48
/** The share of its place that a bar fills. */
const FILLED = 0.75
/** A small value beside a large one is not nothing. */
const LOWEST_BAR = 2
const GAP = 12

const NO_SIZE = { width: 0, height: 0, letter: 0 }

/**
 * One figure over time. A pointer over a point, or the arrow keys, show its value: the keys move an invisible slider, in
 * which screen readers find the points, too. A table beside the chart is still the better way for them.
 */
export function TimeChart({ name, caption = name, height, points, format, isCurve = false }: TimeChartProps) {
  const [size, setSize] = useState(NO_SIZE)
  const [chosen, setChosen] = useState<number>()
  const slider = useRef<HTMLInputElement>(null)
  // Measured before the first paint, and when the window or the sidebar changes.
  const measured = useCallback((plot: HTMLElement | null) => {
    if (!plot) return
    const measure = () => {
      const { width, height } = plot.getBoundingClientRect()
      const letter = LETTER * (Number.parseFloat(getComputedStyle(plot).fontSize) || GAP)
      setSize((now) => (now.width === width && now.height === height ? now : { width, height, letter }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(plot)
    return () => observer.disconnect()
  }, [])
  const drawn = useMemo(() => draw(points, size, isCurve), [points, size, isCurve])
  const last = points.length - 1
  if (last < 0) return null
  const { ticks, places, distance, heights, base } = drawn
  const at = Math.min(chosen ?? last, last)
  const { title, value } = points[at] ?? { title: '', value: 0 }
  const [x, y] = [places[at] ?? 0, heights[at] ?? 0]
  const short = formatCompact(value)
  // The tooltip leaves the bar free.
  const aside = isCurve ? GAP : Math.min(distance, WIDEST_BAR) / 2 + GAP / 2
  const choose = ({ clientX, currentTarget }: MouseEvent) => {
    const pointed = (clientX - currentTarget.getBoundingClientRect().left - (places[0] ?? 0)) / distance
    setChosen(Math.max(0, Math.min(Math.round(pointed || 0), last)))
  }
  return (
    <div className={classes.chart} style={{ height }}>
      <div className={classes.ticks} aria-hidden>
        {ticks.map((tick) => (
          <span key={tick}>{formatCompact(tick)}</span>
        ))}
      </div>
      {/* A press gives the slider the keys, and a press elsewhere takes them away, and the value with them. */}
      <label
        ref={measured}
        className={classes.plot}
        onPointerMove={choose}
        onPointerDown={choose}
        onPointerLeave={() => setChosen(undefined)}
        onClick={(event) => event.target !== slider.current && choose(event)}
        onKeyDown={({ key }) => key === 'Escape' && setChosen(undefined)}
        onMouseDown={(event) => event.preventDefault()}
      >
        {size.width > 0 && (
          <>
            <svg width={size.width} height={size.height} aria-hidden>
              {ticks.map((tick, row) => {
                const line = ticks.length > 1 ? size.height * (1 - row / (ticks.length - 1)) : base
                return <path key={tick} className={classes.line} d={`M0,${line}h${size.width}`} />
              })}
              {isCurve ? (
                <Curve {...drawn} />
              ) : (
                <Bars {...drawn} chosen={chosen === undefined ? chosen : at} />
              )}
              {isCurve && chosen !== undefined && (
                <path className={classes.line} d={`M${x},0V${size.height}`} />
              )}
              {isCurve && <circle className={classes.point} cx={x} cy={y} r={4} />}
              {chosen === undefined && (isCurve || value > 0) && (
                <text
                  className={classes.last}
                  x={keptInside(x, short.length * size.letter, size.width)}
                  y={Math.min(y, base)}
                  dy="-0.6em"
                >
                  {short}
                </text>
              )}
              {drawn.labels.map((label) => (
                <text key={label.at} className={classes.label} x={label.x} y={size.height} dy="1.75em">
                  {points[label.at]?.label}
                </text>
              ))}
            </svg>
            {chosen !== undefined && (
              <span
                className={classes.tooltip}
                aria-hidden
                style={{
                  // Beside the point, on the side with more room, and as far down its own height as the point is.
                  ...(x < size.width / 2 ? { left: x + aside } : { right: size.width - x + aside }),
                  maxWidth: Math.max(x, size.width - x) - aside,
                  top: y,
                  transform: `translateY(${(-100 * y) / size.height}%)`,
                }}
              >
                <span>{title}</span>
                <span>{name}</span>
                <strong>{format(value)}</strong>
              </span>
            )}
          </>
        )}
        <input
          ref={slider}
          type="range"
          className={classes.slider}
          aria-label={name}
          aria-valuetext={`${title}: ${format(value)}`}
          max={last}
          value={at}
          onChange={({ target }) => setChosen(Number(target.value))}
          onFocus={() => setChosen((now) => now ?? last)}
          onBlur={() => setChosen(undefined)}
        />
      </label>
      <VisuallyHidden>
        <table>
          <caption>{caption}</caption>
          <tbody>
            {points.map(({ title, value }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </div>
  )
}

function draw(points: TimeChartProps['points'], { width, height, letter }: typeof NO_SIZE, isCurve: boolean) {
  const values = points.map(({ value }) => value)
  const ticks = ticksOf(values)
  const [low = 0, high = 0] = [ticks[0], ticks.at(-1)]
  const heightOf = (value: number) => height * (1 - (value - low) / (high - low || 1))
  // A curve reaches the edges; a bar stands in the middle of its place.
  const distance = width / (isCurve && points.length > 1 ? points.length - 1 : points.length)
  const start = isCurve && points.length > 1 ? 0 : distance / 2
  const places = values.map((_, at) => start + at * distance)
  const longest = Math.max(0, ...points.map(({ label }) => label.length))
  return {
    values,
    ticks,
    distance,
    places,
    heights: values.map(heightOf),
    base: heightOf(0),
    plot: height,
    labels: width > 0 ? labelsOf(places, (longest + 1) * letter, width) : [],
  }
}

type Drawn = ReturnType<typeof draw>

function Bars({ values, places, distance, heights, base, plot, chosen }: Drawn & { chosen?: number }) {
  const wide = Math.max(Math.min(distance * FILLED, WIDEST_BAR), 1)
  // One path, because a year has hundreds of days.
  const path = useMemo(
    () =>
      values
        .map((value, at) => {
          const reach = Math.max(Math.abs((heights[at] ?? base) - base), LOWEST_BAR)
          return value === 0
            ? ''
            : barPath((places[at] ?? 0) - wide / 2, wide, base, base - Math.sign(value) * reach)
        })
        .join(''),
    [values, places, heights, base, wide],
  )
  return (
    <>
      {chosen !== undefined && (
        <rect
          className={classes.band}
          x={(places[chosen] ?? 0) - distance / 2}
          width={distance}
          height={plot}
        />
      )}
      <path className={classes.bars} d={path} />
    </>
  )
}

function Curve({ places, distance, heights, base }: Drawn) {
  const fading = useId()
  const first = places[0] ?? 0
  const curve = useMemo(() => curvePath(heights, first, distance), [heights, first, distance])
  return (
    <>
      <linearGradient id={fading} x1="0" x2="0" y1="0" y2="1">
        <stop offset="0" stopColor="currentColor" stopOpacity={0.25} />
        <stop offset="1" stopColor="currentColor" stopOpacity={0} />
      </linearGradient>
      <path fill={`url(#${fading})`} d={`${curve}V${base}H${first}z`} />
      <path className={classes.curve} d={curve} />
    </>
  )
}
