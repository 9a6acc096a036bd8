import { useEffect, useRef, useState } from 'react'

/**
 * For a dialog that is mounted only while it is open: on unmounting, the focus returns to its opener, or to the element
 * that `place` returns. By itself, only a dialog that stays mounted while it is closed gives the focus back.
 */
export function useFocusBack(isOpened = true, place: () => HTMLElement | null | undefined = () => undefined) {
  const [opener] = useState(openerOf)
  const latest = useRef({ isOpened, place })
  useEffect(() => {
    latest.current = { isOpened, place }
  })
  useEffect(
    () => () => {
      const { isOpened, place } = latest.current
      // Something else may have taken it, such as the next dialog.
      if (isOpened && document.activeElement === document.body) (place() ?? opener)?.focus()
    },
    [opener],
  )
}

/** Returns the focused element; for an item of a menu, which closes, the button that opened the menu. */
function openerOf(): HTMLElement | null {
  const active = document.activeElement
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement ? active : null
}
