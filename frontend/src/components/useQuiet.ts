import { useEffect, useRef, useState } from 'react'

/** Milliseconds without a sign of the operator after which a stage hides its controls. */
export const QUIET = 3_000

/** Elements that are open above a stage; its controls stay as long as they do. */
const OPEN = '[role=dialog], [role=menu], [role=listbox]'
const CONTROL = '[data-control]'

/**
 * Whether there was no mouse move, touch, key press or change of the focus for a while. It is never quiet while the
 * keyboard's focus is in a control or something is open above the stage.
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
      // The mouse left the focus there: the keys of the stage must not press a hidden button.
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
      // A key that the stage has handled does not show the controls.
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
