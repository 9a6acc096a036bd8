import {
  type Channels,
  channelsOf,
  contrast,
  EASY_TO_READ,
  INK,
  isColour,
  textOn,
  WHITE,
} from '~/lib/contrast'
import { calm, lit } from './calmColour'

/**
 * The page's colours, worked out from the event's background colour so that every text can be read: WCAG 2.2 AA,
 * 4.5 to 1. The fixed colours are those of tokens.css; a test holds them together.
 */

export const LIGHT_SURFACE = WHITE
/** The light page background, slightly darker than the surface. */
export const LIGHT_PAPER = '#FBFAF7'
export const DARK_SURFACE = '#181F1C'
export const DARK_PAPER = '#101513'
/** Secondary text of the dark scheme. */
export const DARK_SOFT = '#C3CBC7'
/** Of an event that has no colour of its own: a deep jade. */
export const DEFAULT_GROUND = '#084E41'
const JADE = '#0E7C66'
/** The share of the event's colours in the ground of the dark scheme, 0–1. */
const IN_THE_DARK = 0.35
/** The same in the cards on that ground, which would be cold beside a warm one. */
const IN_DARK_SURFACE = 0.14
/** Contrast of white to the ground of a stage: more than needed, because the cover shines through. */
const ON_STAGE_CONTRAST = 9
const MARIGOLD = '#F6B42E'

export interface Palette {
  /** The event's colour: the organiser's, else the cover's, adjusted only as far as the contrast requires. */
  ground: string
  /** Another colour, into which the ground runs: every mixture of the two can be written on. */
  second: string
  onGround: string
  /** Secondary text on the ground. */
  onGroundSoft: string
  /** The ground in the dark scheme, for that scheme's own texts. */
  groundDark: string
  secondDark: string
  /** Cards on it: `DARK_SURFACE` with a part of the event's colour. */
  surfaceDark: string
  /** Buttons, links and marks on light paper and surface; white is readable on it. */
  accentLight: string
  /** Links and marks on dark paper and surfaces. */
  accentDark: string
  /** Buttons there: as bright as white letters on it allow, because a pale accent makes dull buttons. */
  buttonDark: string
}

const hexOf = (channels: Channels) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** `part` of `to` in `from`. */
function mix(from: string, to: string, part: number): string {
  const target = channelsOf(to)
  return hexOf(
    channelsOf(from).map((channel, at) => channel + ((target[at] ?? 0) - channel) * part) as Channels,
  )
}

/** `colour`, moved towards `pole` in small steps until it stands out from `ground`. */
function readable(colour: string, ground: string, pole: string): string {
  for (let part = 0; part < 1; part += 0.02) {
    const moved = mix(colour, pole, part)
    if (contrast(moved, ground) >= EASY_TO_READ) return moved
  }
  return pole
}

/** Greys make dull buttons: an event in black, white or grey gets the product's own accent. */
function isGrey(hex: string): boolean {
  const channels = channelsOf(hex)
  return Math.max(...channels) - Math.min(...channels) < 24
}

/** The colours between two, both included. */
export const between = (from: string, to: string) =>
  [0, 0.25, 0.5, 0.75, 1].map((part) => mix(from, to, part))

const stands = (text: string, grounds: string[]) =>
  grounds.every((ground) => contrast(text, ground) >= EASY_TO_READ)

/** `colour`, moved towards `pole` until `suits`. */
function movedUntil(colour: string, pole: string, suits: (moved: string) => boolean): string {
  for (let part = 0; part < 1; part += 0.05) {
    const moved = mix(colour, pole, part)
    if (suits(moved)) return moved
  }
  return pole
}

/** `colour`, moved towards `pole` as far as it still suits. */
function movedWhile(colour: string, pole: string, suits: (moved: string) => boolean): string {
  let last = colour
  for (let part = 0.02; part <= 1; part += 0.02) {
    const moved = mix(colour, pole, part)
    if (!suits(moved)) break
    last = moved
  }
  return last
}

/** `coverColours` are those of the cover, the most frequent one first, calm as `coverColours` returns them. */
export function paletteOf(
  backgroundColor: string | null | undefined,
  coverColours: readonly string[] = [],
): Palette {
  const given = isColour(backgroundColor) ? backgroundColor : (coverColours[0] ?? DEFAULT_GROUND)
  const onGround = textOn(given).colour
  const away = onGround === INK ? WHITE : '#000000'
  const ground = readable(given, onGround, away)
  const other = coverColours.find((colour) => colour !== given)
  const second = movedUntil(other ?? mix(ground, away, 0.25), ground, (moved) =>
    stands(onGround, between(ground, moved)),
  )
  const grounds = between(ground, second)
  const inTheDark = (colour: string) => readable(mix(DARK_PAPER, colour, IN_THE_DARK), DARK_SOFT, '#000000')
  const accent = isGrey(given) ? JADE : calm(given)
  const surfaceDark = mix(DARK_SURFACE, given, IN_DARK_SURFACE)
  // Mixing with white alone would make a dark colour grey, like a disabled button.
  const onSurface = readable(readable(accent, surfaceDark, lit(accent)), surfaceDark, WHITE)
  return {
    ground,
    second,
    onGround,
    onGroundSoft: movedUntil(mix(onGround, ground, 0.25), onGround, (soft) => stands(soft, grounds)),
    groundDark: inTheDark(given),
    secondDark: inTheDark(other ?? second),
    surfaceDark,
    accentLight: readable(accent, LIGHT_PAPER, '#000000'),
    accentDark: readable(onSurface, DARK_SURFACE, WHITE),
    buttonDark: movedWhile(readable(accent, WHITE, '#000000'), lit(accent), (moved) =>
      stands(WHITE, [moved]),
    ),
  }
}

/** The palette as custom properties: the style sheet picks those of the scheme in use. */
export function paletteStyle(
  backgroundColor: string | null | undefined,
  coverColours?: readonly string[],
): Record<`--${string}`, string> {
  const palette = paletteOf(backgroundColor, coverColours)
  return {
    '--ground': palette.ground,
    '--second': palette.second,
    '--on-ground': palette.onGround,
    '--on-ground-soft': palette.onGroundSoft,
    '--ground-dark': palette.groundDark,
    '--second-dark': palette.secondDark,
    '--surface-dark': palette.surfaceDark,
    '--accent-light': palette.accentLight,
    '--accent-dark': palette.accentDark,
    '--button-dark': palette.buttonDark,
  }
}

/** The colours of a stage, dark whatever the device prefers: its ground, and a colour that stands out on it. */
export function stagePalette(
  backgroundColor: string | null | undefined,
  coverColours: readonly string[] = [],
): { ground: string; second: string; accent: string } {
  const own = isColour(backgroundColor) ? backgroundColor : coverColours[0]
  const { second } = paletteOf(backgroundColor, coverColours)
  const dimmed = (colour: string) =>
    movedUntil(colour, '#000000', (moved) => contrast(WHITE, moved) >= ON_STAGE_CONTRAST)
  const grounds = between(dimmed(own ?? DEFAULT_GROUND), dimmed(second))
  return {
    ground: grounds[0] ?? DARK_PAPER,
    second: grounds.at(-1) ?? DARK_PAPER,
    accent: movedUntil(own && !isGrey(own) ? lit(own) : MARIGOLD, WHITE, (moved) => stands(moved, grounds)),
  }
}
