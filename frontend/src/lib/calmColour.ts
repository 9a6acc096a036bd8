import { type Channels, channelsOf } from './contrast'

/** Colours in OKLCH, where lightness and chroma are as the eye sees them, whatever the hue. */
interface Oklch {
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

/** Chroma above which a ground or a button is loud: that of the product's own jade, and a little. */
const CALM_CHROMA = 0.11
/** Lightness of loud colours: between, neither white nor dark letters stand well, and colours shine. */
const LOUD_FROM = 0.58
const PALE_FROM = 0.88
const CALM_LIGHTNESS = 0.5

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function oklchOf(hex: string): Oklch {
  const [red, green, blue] = channelsOf(hex).map((channel) => linear(channel / 255)) as Channels
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function channelsIn({ lightness, chroma, hue }: Oklch): Channels {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

/** As `#rrggbb`; a colour that screens cannot show loses chroma, and keeps lightness and hue. */
function hexOf(colour: Oklch): string {
  for (let chroma = colour.chroma; ; chroma -= 0.005) {
    const channels = channelsIn({ ...colour, chroma: Math.max(chroma, 0) })
    const fits = channels.every((channel) => channel > -0.001 && channel < 1.001)
    if (fits || chroma <= 0) {
      const digits = channels.map((channel) =>
        Math.round(gamma(Math.min(Math.max(channel, 0), 1)) * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      return `#${digits.join('')}`
    }
  }
}

/** The colour as a ground that does not shout: deep where it was bright, and never purer than paint. */
export function calm(hex: string): string {
  const { lightness, chroma, hue } = oklchOf(hex)
  const isLoud = lightness > LOUD_FROM && lightness < PALE_FROM && chroma > 0.06
  if (!isLoud && chroma <= CALM_CHROMA) return hex
  return hexOf({
    lightness: isLoud ? CALM_LIGHTNESS : lightness,
    chroma: Math.min(chroma, CALM_CHROMA),
    hue,
  })
}

/** The colour as letters and marks on a dark ground: light, and no purer than that. */
export function lit(hex: string): string {
  const { chroma, hue } = oklchOf(hex)
  return hexOf({ lightness: 0.86, chroma: Math.min(chroma, CALM_CHROMA), hue })
}

/** The chroma of a colour as perceived, from 0 (grey) to about 0.3. */
export const chromaOf = (hex: string) => oklchOf(hex).chroma
