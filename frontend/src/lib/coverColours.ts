import { calm } from './calmColour'

/** The colours of a cover that catch the eye, from its pixels, and calm enough for a page to be dressed in them. */

/** Pixels per side to which a cover is shrunk first; more would tell no more about its colours. */
const SIDE = 32
/** Parts of the colour wheel that count as one colour. */
const HUES = 12
/** Difference between the highest and the lowest channel below which a pixel counts as grey. */
const GREY = 28
/** The part of all pixels that a colour needs to be one of the cover's. */
const ENOUGH = 0.04

/** At most two calm colours as `#rrggbb`, the most frequent one first; none of a grey picture or one that cannot be read. */
export function coverColours(image: HTMLImageElement): string[] {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return []
  try {
    context.drawImage(image, 0, 0, SIDE, SIDE)
    return strongest(context.getImageData(0, 0, SIDE, SIDE).data).map(calm)
  } catch {
    return []
  }
}

/** The same of pixels as they are: red, green, blue and opacity of each. */
export function strongest(pixels: Uint8ClampedArray): string[] {
  const found = Array.from({ length: HUES }, (_, hue) => ({ hue, weight: 0, count: 0, sum: [0, 0, 0] }))
  for (let at = 0; at < pixels.length; at += 4) {
    const channels = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0]
    const chroma = Math.max(...channels) - Math.min(...channels)
    const bucket = found[Math.floor(hueOf(channels, chroma) * HUES) % HUES]
    if (chroma < GREY || !bucket) continue
    bucket.weight += chroma
    bucket.count += 1
    bucket.sum = bucket.sum.map((sum, channel) => sum + (channels[channel] ?? 0))
  }
  const [first, ...others] = found
    .filter(({ count }) => count > (pixels.length / 4) * ENOUGH)
    .sort((one, other) => other.weight - one.weight)
  if (!first) return []
  // Neighbours on the wheel are the same colour to the eye.
  const apart = ({ hue }: { hue: number }) => {
    const distance = Math.abs(hue - first.hue)
    return Math.min(distance, HUES - distance) > 1
  }
  const second = others.find(apart)
  return [first, ...(second ? [second] : [])].map(
    ({ sum, count }) =>
      `#${sum
        .map((total) =>
          Math.round(total / count)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
  )
}

/** Where a colour stands on the wheel, from 0 to 1. */
function hueOf([red = 0, green = 0, blue = 0]: number[], chroma: number): number {
  if (chroma === 0) return 0
  const highest = Math.max(red, green, blue)
  const sixth =
    highest === red
      ? ((green - blue) / chroma + 6) % 6
      : highest === green
        ? (blue - red) / chroma + 2
        : (red - green) / chroma + 4
  return sixth / 6
}
