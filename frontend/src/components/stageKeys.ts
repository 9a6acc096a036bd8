import { useEffect, useRef } from 'react'

const INTERACTIVE = 'input, textarea, select, button, a, [contenteditable]'
const TEXT = 'input, textarea, select, [contenteditable]'
/** Elements that handle keys themselves while they are open. */
const ABOVE = '[role=dialog], [role=menu], [role=listbox]'

interface StageKeys {
  /** Called for Space and Enter. */
  onAct?: () => void
  /** Called for Escape. */
  onBack?: () => void
}

/** The keys of a stage, unless they mean something where the focus is. */
export function useStageKeys(keys: StageKeys) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.repeat || document.querySelector(ABOVE)) return
      const { onAct, onBack } = latest.current
      const at = event.target instanceof HTMLElement ? event.target : document.body
      if (onBack && event.key === 'Escape') {
        event.preventDefault()
        if (at.closest(TEXT)) at.blur()
        else onBack()
      }
      if (onAct && (event.key === ' ' || event.key === 'Enter') && !at.closest(INTERACTIVE)) {
        event.preventDefault()
        onAct()
      }
    }
    // Before a menu or dialog closes itself by the same key, and would no longer be found.
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
