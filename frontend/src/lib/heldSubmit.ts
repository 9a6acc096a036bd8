import { type RefObject, useEffect, useRef } from 'react'

/**
 * A form that is sent while one of its files is still on the way waits for the file, which would be left out otherwise:
 * it is sent when the upload ends, unless that failed. The file's input needs the ref.
 */
export function useHeldSubmit(isUploading: boolean, hasFailed: boolean): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const isHeld = useRef(false)
  useEffect(() => {
    const form = input.current?.form
    if (!form) return
    if (!isUploading) {
      const send = isHeld.current && !hasFailed
      isHeld.current = false
      if (send) form.requestSubmit()
      return
    }
    const hold = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      isHeld.current = true
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [isUploading, hasFailed])
  return input
}
