import { useEffect, useRef, useState } from 'react'

/**
 * For a dialog that is there only while it is open: when it goes, the focus returns to what opened it, or to what `place`
 * finds. By itself, only a dialog that stays while it is closed gives the focus back.
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

/** What has the focus; of an item of a menu, which goes with the menu, the button that opened that. */
function openerOf(): HTMLElement | null {
  const active = document.activeElement
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  if (button) return document.getElementById(button)
  return active instanceof HTMLElement ? active : null
}
