import { type MouseEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import '~/lib/display.css'
import { coverColours } from '~/lib/coverColours'
import { stagePalette } from '~/lib/palette'
import { smaller } from '~/lib/pictureSizes'
import classes from './StageFrame.module.css'
import { useQuiet } from './useQuiet'

interface StageFrameProps {
  /** The event's dress; its cover shines through the ground. */
  backgroundColor?: string | null
  coverImage?: string | null
  /** Always shown, as on a phone, or hidden whatever the mouse does; without it they follow the input. */
  controls?: 'shown' | 'hidden'
  className?: string
  children: ReactNode
}

/**
 * A page for a projector: full-screen, in the event's colours, without toasts (`StageNotes` stands among its controls).
 * Elements with the attribute `data-control` are hidden while there is no input, except those that report a failure; on
 * a phone they always stay.
 */
export function StageFrame(props: StageFrameProps) {
  const { backgroundColor, coverImage, controls, className, children } = props
  const [colours, setColours] = useState<string[]>([])
  const hasNoInput = useQuiet()
  const isQuiet = hasNoInput && controls !== 'shown'
  const { ground, second, accent } = stagePalette(backgroundColor, colours)
  const style: Record<`--${string}`, string> = {
    '--stage-ground': ground,
    '--stage-second': second,
    '--stage-accent': accent,
  }
  return (
    <div
      className={`${classes.frame} ${className ?? ''}`}
      style={style}
      data-quiet={isQuiet || undefined}
      data-controls={controls}
      {...useBlindTaps(isQuiet)}
    >
      {coverImage && (
        <img
          src={smaller(coverImage, 480)}
          alt=""
          className={classes.backdrop}
          onLoad={({ currentTarget }) => setColours(coverColours(currentTarget))}
        />
      )}
      {children}
    </div>
  )
}

/** A touch that brings the controls back does not press the one below the finger. */
function useBlindTaps(isQuiet: boolean) {
  const isBlind = useRef(false)
  return {
    onPointerDownCapture: ({ currentTarget, pointerType }: PointerEvent<HTMLElement>) => {
      // On a phone they were never hidden.
      const hides = getComputedStyle(currentTarget).getPropertyValue('--stage-hides') === '1'
      isBlind.current = isQuiet && hides && pointerType !== 'mouse'
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isBlind.current) return
      isBlind.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
