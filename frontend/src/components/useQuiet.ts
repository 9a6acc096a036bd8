import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a sign of the operator after which a stage hides its controls. */
export const QUIET = 3_000

/** What is open above a stage; its controls stay as long. */
const OPEN = '[role=dialog], [role=menu], [role=listbox]'
const CONTROL = '[data-control]'

/**
 * Whether nobody has moved the mouse, touched, pressed a key or moved the focus for a while. It is never quiet while
 * the keyboard's focus is in a control or something is open above the stage.
 */
export function useQuiet(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  const pointer = useRef('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const settle = () => {
      const control = document.activeElement?.closest<HTMLElement>(CONTROL)
      const isInUse = control && document.activeElement?.matches(':focus-visible')
      if (isInUse || document.querySelector(OPEN)) return wake()
      // The mouse left the focus there: the keys of the stage shall not press a button that nobody sees.
      if (control) (document.activeElement as HTMLElement).blur()
      setQuiet(true)
    }
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(settle, QUIET)
      setQuiet(false)
    }
    const moved = ({ screenX, screenY }: PointerEvent) => {
      // Browsers report a move, too, when something else comes to lie below a mouse that rests.
      const place = `${screenX},${screenY}`
      if (place !== pointer.current) wake()
      pointer.current = place
    }
    const pressed = (event: KeyboardEvent) => {
      // Whoever knows the keys of the stage needs no controls.
      if (!event.defaultPrevented) wake()
    }
    const signs = ['pointerdown', 'wheel', 'focusin'] as const
    wake()
    for (const sign of signs) window.addEventListener(sign, wake, { passive: true })
    window.addEventListener('pointermove', moved)
    window.addEventListener('keydown', pressed)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) window.removeEventListener(sign, wake)
      window.removeEventListener('pointermove', moved)
      window.removeEventListener('keydown', pressed)
    }
  }, [])
  return isQuiet
}
