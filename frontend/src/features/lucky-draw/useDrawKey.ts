import { useEffect, useRef } from 'react'

const INTERACTIVE = 'input, textarea, select, button, a, [role=dialog], [contenteditable]'

/** Space and Enter draw, unless they mean something where the focus is. */
export function useDrawKey(start: () => void) {
  const latest = useRef(start)
  useEffect(() => {
    latest.current = start
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.key !== ' ' && event.key !== 'Enter') || event.repeat) return
      const isElsewhere = event.target instanceof Element && event.target.closest(INTERACTIVE)
      if (isElsewhere || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
