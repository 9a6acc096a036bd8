import { type PointerEvent, useRef } from 'react'

/** Pixels from the left edge in which a touch belongs to the system, which goes back with it. */
const EDGE = 32
/** Pixels after which it is clear whether the finger draws or scrolls. */
const CLEAR = 10
/** Pixels that a row has to be drawn. */
export const FAR = 96

interface Touch {
  pointer: number
  x: number
  y: number
  isDrawing: boolean
}

/**
 * A finger that draws a row far to the right and lets go acts on it. Scrolling, a mouse, and the system's own gesture at
 * the edge do not. The row gets `data-drawn`, which is `far` when letting go acts, and `--drawn`, in pixels.
 */
export function useSwipe(onSwipe: () => void) {
  const touch = useRef<Touch | null>(null)
  const rest = (row: HTMLElement) => {
    touch.current = null
    delete row.dataset.drawn
    row.style.removeProperty('--drawn')
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerType, isPrimary, pointerId: pointer, clientX: x, clientY: y } = event
      if (pointerType !== 'touch' || !isPrimary || x < EDGE) return
      touch.current = { pointer, x, y, isDrawing: false }
    },
    onPointerMove: ({ currentTarget: row, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) => {
      const begun = touch.current
      if (begun?.pointer !== pointerId) return
      const [right, down] = [clientX - begun.x, Math.abs(clientY - begun.y)]
      if (!begun.isDrawing) {
        if (Math.max(Math.abs(right), down) < CLEAR) return
        // Rather sideways than up or down, or it is left to the browser for good.
        if (right < 2 * down) return rest(row)
        begun.isDrawing = true
      }
      row.dataset.drawn = right >= FAR ? 'far' : 'near'
      row.style.setProperty('--drawn', `${Math.max(right, 0)}px`)
    },
    onPointerUp: ({ currentTarget: row, pointerId, clientX }: PointerEvent<HTMLElement>) => {
      const begun = touch.current
      if (begun?.pointer !== pointerId) return
      rest(row)
      if (begun.isDrawing && clientX - begun.x >= FAR) onSwipe()
    },
    /** The browser scrolls instead. */
    onPointerCancel: ({ currentTarget: row }: PointerEvent<HTMLElement>) => rest(row),
  }
}
