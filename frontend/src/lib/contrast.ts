/** Contrast between text and its background (WCAG 2.2). Works on `#rrggbb` only. */

export const WHITE = '#ffffff'
export const INK = '#17211e'

/** The ratio that WCAG requires of normal text at level AA. */
export const EASY_TO_READ = 4.5

export const isColour = (value: string | null | undefined): value is string =>
  /^#[0-9a-f]{6}$/i.test(value ?? '')

/** Red, green and blue, from 0 to 255. */
export type Channels = [number, number, number]

export function channelsOf(hex: string): Channels {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Channels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** White or ink, whichever has more contrast. */
export function textOn(ground: string | null): { colour: string; ratio: number } {
  if (!isColour(ground)) return { colour: INK, ratio: 21 }
  const [white, ink] = [contrast(ground, WHITE), contrast(ground, INK)]
  return white >= ink ? { colour: WHITE, ratio: white } : { colour: INK, ratio: ink }
}
