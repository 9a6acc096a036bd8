// The arithmetic of a chart over time. A library for it weighs more than the rest of a screen.

/** Steps of an axis, multiplied by a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10] as const
const INTERVALS = 4

/**
 * The whole numbers of an axis, evenly spaced from the lowest to the highest, with zero among them; zero alone if there
 * is nothing else, because numbers above an empty chart would be made up.
 */
export function ticksOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return [0]
  const rough = (high - low) / INTERVALS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = STEPS.map((step) => step * power).find((step) => step >= rough && Number.isInteger(step)) ?? 1
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
}

/** The nearest place at which something this wide, centered, stays within the width. */
export const keptInside = (x: number, wide: number, width: number) =>
  Math.max(wide / 2, Math.min(x, width - wide / 2))

/** Returns the points that get a label, the last one always, and their labels' places; no two labels overlap. */
export function labelsOf(places: readonly number[], wide: number, width: number) {
  for (let stride = 1; ; stride += 1) {
    const shown = places
      .map((x, at) => ({ at, x: keptInside(x, wide, width) }))
      .filter(({ at }) => (places.length - 1 - at) % stride === 0)
    const isFree = shown.every(({ x }, at) => at === 0 || x - (shown[at - 1]?.x ?? 0) >= wide)
    if (isFree) return shown
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** A bar from the base line to `y`, above or below it, with the two corners away from the line rounded. */
export function barPath(x: number, wide: number, base: number, y: number, radius = 4): string {
  const height = Math.abs(y - base)
  if (height === 0) return ''
  const corner = rounded(Math.min(radius, wide / 2, height))
  const inner = rounded(wide - 2 * corner)
  const way = y < base ? -1 : 1
  const [side, turn] = [rounded(way * (height - corner)), way * corner]
  return `M${rounded(x)},${rounded(base)}v${side}q0,${turn} ${corner},${turn}h${inner}q${corner},0 ${corner},${-turn}v${-side}z`
}

/**
 * A curve through points of equal distance. Between two points it stays between their heights (Fritsch and Carlson, as
 * the `curveMonotoneX` of d3), so that it shows no value that was not there.
 */
export function curvePath(ys: readonly number[], from: number, distance: number): string {
  const height = (at: number) => ys[at] ?? 0
  const rise = (at: number) => height(at + 1) - height(at)
  const inner = (at: number) => {
    const [before, after] = [rise(at - 1), rise(at)]
    const steepness = Math.min(Math.abs(before), Math.abs(after), Math.abs(before + after) / 4)
    return (Math.sign(before) + Math.sign(after)) * steepness
  }
  const last = ys.length - 1
  // Outside the ends there is no rise: the slope follows from that of the neighbor.
  const slope = (at: number): number => {
    if (last === 1) return rise(0)
    if (at === 0) return (3 * rise(0) - inner(1)) / 2
    return at === last ? (3 * rise(last - 1) - inner(last - 1)) / 2 : inner(at)
  }
  return ys
    .map((y, at) => {
      const x = from + at * distance
      if (at === 0) return `M${rounded(x)},${rounded(y)}`
      const points = [
        [x - (2 * distance) / 3, height(at - 1) + slope(at - 1) / 3],
        [x - distance / 3, y - slope(at) / 3],
        [x, y],
      ]
      return `C${points.map((point) => point.map(rounded).join(',')).join(' ')}`
    })
    .join('')
}
