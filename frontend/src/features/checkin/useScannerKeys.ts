import { useEffect, useRef } from 'react'

/** Milliseconds between two keys of a hardware scanner at most; people type slower. */
const BURST = 100
/** Shorter bursts are typed by a person. */
const SHORTEST = 6

/**
 * Listens for a hardware scanner: a keyboard that types a code in one burst and ends with Enter. It works wherever the
 * focus is; a burst that ran into another field is taken out of it again, and its Enter presses no button. A field
 * marked `data-scan-field` handles Enter itself.
 */
export function useScannerKeys(onCode: (code: string) => void) {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    let text = ''
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      const target = event.target
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
      if (target instanceof Element && target.closest('[data-scan-field]')) return
      if (event.key === 'Enter') {
        const code = text
        text = ''
        if (code.length < SHORTEST || event.timeStamp - last > BURST * 2) return
        event.preventDefault()
        event.stopPropagation()
        takeOut(target, code)
        latest.current(code)
      } else if (event.key.length === 1) {
        text = event.timeStamp - last > BURST ? event.key : text + event.key
        last = event.timeStamp
      }
    }
    window.addEventListener('keydown', onKey, { capture: true })
    return () => window.removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Removes a burst from the end of a text field, in a way that React notices. */
function takeOut(target: EventTarget | null, code: string) {
  if (!(target instanceof HTMLInputElement) || !target.value.endsWith(code)) return
  const rest = target.value.slice(0, -code.length)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, rest)
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
