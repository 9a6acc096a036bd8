import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { channelsOf, contrast, INK } from '~/lib/contrast'
import {
  between,
  DARK_PAPER,
  DARK_SOFT,
  DARK_SURFACE,
  DEFAULT_GROUND,
  LIGHT_PAPER,
  LIGHT_SURFACE,
  paletteOf,
  stagePalette,
} from './palette'

/** Examples of colours of organisers and covers; tested in pairs, these are enough. */
const COVER_COLOURS = ['#C81E4A', '#F2D03C', '#1C9E4B', '#2B5FE3', '#7F7F7F', '#F4F4F4']

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
  expect(contrast('#0E7C66', '#0E7C66')).toBe(1)
})

/** As under a white that is 8 % opaque. */
const lighter = (hex: string) =>
  `#${channelsOf(hex)
    .map((channel) =>
      Math.round(channel + (255 - channel) * 0.08)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

test('every text is readable on every colour that an organiser may pick', () => {
  const steps = [0, 32, 64, 96, 118, 128, 144, 160, 192, 224, 255]
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  let lowest = 21
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const palette = paletteOf(`#${hex(red)}${hex(green)}${hex(blue)}`)
        lowest = Math.min(
          lowest,
          contrast(palette.onGround, palette.ground),
          contrast(palette.onGroundSoft, palette.ground),
          contrast(palette.accentLight, LIGHT_PAPER),
          contrast(palette.accentLight, LIGHT_SURFACE),
          contrast(palette.accentDark, palette.surfaceDark),
          contrast(palette.accentDark, DARK_SURFACE),
          contrast(palette.accentDark, DARK_PAPER),
          contrast(palette.buttonDark, LIGHT_SURFACE),
          // Notes and faults stand on a card that is 8 % lighter, as in tokens.css.
          ...[DARK_SOFT, '#F1ACA8'].map((text) => contrast(text, lighter(palette.surfaceDark))),
        )
      }
    }
  }
  expect(lowest).toBeGreaterThanOrEqual(4.5)
})

test('the ground can be written on, whatever colours the cover has', () => {
  let lowest = 21
  for (const own of [null, '#FFD54A', '#143670', '#808080', ...COVER_COLOURS]) {
    for (const first of COVER_COLOURS) {
      for (const second of COVER_COLOURS) {
        const palette = paletteOf(own, [first, second])
        for (const ground of between(palette.ground, palette.second)) {
          const texts = [palette.onGround, palette.onGroundSoft]
          lowest = Math.min(lowest, ...texts.map((text) => contrast(text, ground)))
        }
        for (const ground of between(palette.groundDark, palette.secondDark))
          lowest = Math.min(lowest, contrast(DARK_SOFT, ground))
      }
    }
  }
  expect(lowest).toBeGreaterThanOrEqual(4.5)
})

test('the organiser’s colour comes before the cover’s, which comes before none', () => {
  expect(paletteOf('#143670', ['#C81E4A']).ground).toBe('#143670')
  expect(paletteOf(null, ['#143670', '#0B5B3F']).ground).toBe('#143670')
  expect(paletteOf(null, ['#143670', '#0B5B3F']).second).toBe('#0B5B3F')
})

test('a stage is dark in any dress, and keeps its colour', () => {
  let lowest = 21
  for (const own of [null, '#FFD54A', '#143670', '#808080', ...COVER_COLOURS]) {
    for (const first of COVER_COLOURS) {
      const { ground, second, accent } = stagePalette(own, [first])
      for (const at of between(ground, second)) {
        expect(contrast(LIGHT_SURFACE, at)).toBeGreaterThanOrEqual(8.9)
        lowest = Math.min(lowest, contrast(accent, at))
      }
    }
  }
  expect(lowest).toBeGreaterThanOrEqual(4.5)
  expect(stagePalette('#143670').ground).toBe('#143670')
})

test('a colour that can be read already is left as it is', () => {
  expect(paletteOf('#143670').ground).toBe('#143670')
  expect(paletteOf('#143670').onGround).toBe(LIGHT_SURFACE)
  expect(paletteOf('#ffd54a').ground).toBe('#FFD54A')
  expect(paletteOf('#ffd54a').onGround).toBe(INK)
})

test('without a colour, or with a broken one, the cover is deep jade', () => {
  for (const none of [null, undefined, '', 'red', '#12345'])
    expect(paletteOf(none).ground).toBe(DEFAULT_GROUND)
})

test('the fixed colours are those of the style sheet and of the theme', () => {
  const [light = '', dark = ''] = readFileSync('src/public-form/tokens.css', 'utf8').split('@media')
  expect(light).toContain(`--paper: ${LIGHT_PAPER.toLowerCase()};`)
  expect(light).toContain(`--surface: ${LIGHT_SURFACE.toLowerCase()}`)
  expect(light).toContain(`--ink: ${INK.toLowerCase()}`)
  expect(dark).toContain(`--surface: ${DARK_SURFACE.toLowerCase()}`)
  expect(dark).toContain(`--paper: ${DARK_PAPER}`)
  expect(dark).toContain(`--soft: ${DARK_SOFT.toLowerCase()}`)

  const theme = readFileSync('src/app/theme.ts', 'utf8').toLowerCase()
  for (const hex of `${light}${dark}`.match(/#[0-9a-f]{6}/gi) ?? [])
    expect(theme).toContain(hex.toLowerCase())
})
