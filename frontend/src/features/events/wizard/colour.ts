/** How well text can be read on a colour (WCAG 2.2, contrast). Works on `#rrggbb` only. */

const WHITE = '#ffffff'
const INK = '#17211e'

/** The ratio that WCAG asks of normal text at level AA. */
export const EASY_TO_READ = 4.5

export const isColour = (value: string | null): value is string => /^#[0-9a-f]{6}$/i.test(value ?? '')

function luminance(hex: string): number {
  const channel = (at: number) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}

/** From 1 (the same) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** White or ink, whichever reads better. */
export function textOn(ground: string | null): { colour: string; ratio: number } {
  if (!isColour(ground)) return { colour: INK, ratio: 21 }
  const [white, ink] = [contrast(ground, WHITE), contrast(ground, INK)]
  return white >= ink ? { colour: WHITE, ratio: white } : { colour: INK, ratio: ink }
}
