import { useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import classes from './Stage.module.css'
import { numbersFrom } from './turning'

const PIECES = 180
/** Milliseconds until the last piece is gone. */
const LENGTH = 5_000
const COLOURS = ['--stage-accent', '--mantine-color-marigold-5', '--mantine-color-white', '--mantine-color-red-4'] // biome-ignore format: a palette reads best in one row

/** Confetti over the whole stage, once; none with reduced motion. */
export function Confetti({ name }: { name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const reduced = useReducedMotion()
  useEffect(() => {
    const sheet = canvas.current
    const context = reduced ? null : sheet?.getContext('2d')
    if (!sheet || !context) return
    const { width, height } = sheet.getBoundingClientRect()
    const scale = window.devicePixelRatio || 1
    sheet.width = width * scale
    sheet.height = height * scale
    const style = getComputedStyle(sheet)
    const colours = COLOURS.map((colour) => style.getPropertyValue(colour))
    const next = numbersFrom(name)
    const pieces = Array.from({ length: PIECES }, (_, at) => ({
      x: width * next(),
      y: -height * 0.6 * next() - 20,
      fall: height * (0.25 + 0.3 * next()),
      drift: 80 * (next() - 0.5),
      turn: 8 * (next() - 0.5),
      size: 7 + 9 * next(),
      colour: colours[at % colours.length] ?? '',
    }))
    const start = performance.now()
    let frame = requestAnimationFrame(function paint(now) {
      const seconds = (now - start) / 1000
      context.setTransform(scale, 0, 0, scale, 0, 0)
      context.clearRect(0, 0, width, height)
      context.globalAlpha = Math.min(1, (LENGTH / 1000 - seconds) / 1.2)
      for (const { x, y, fall, drift, turn, size, colour } of pieces) {
        const sway = Math.sin(seconds * 2 + x) * 18
        context.setTransform(
          scale,
          0,
          0,
          scale,
          (x + drift * seconds + sway) * scale,
          (y + fall * seconds) * scale,
        )
        context.rotate(turn * seconds)
        context.fillStyle = colour
        context.fillRect(-size / 2, -size / 4, size, size / 2)
      }
      if (seconds * 1000 < LENGTH - 50) frame = requestAnimationFrame(paint)
      else {
        context.setTransform(1, 0, 0, 1, 0, 0)
        context.clearRect(0, 0, sheet.width, sheet.height)
      }
    })
    return () => cancelAnimationFrame(frame)
  }, [name, reduced])
  return <canvas ref={canvas} className={classes.confetti} aria-hidden />
}
