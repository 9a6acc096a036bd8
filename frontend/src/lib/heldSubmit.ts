import { type RefObject, useEffect, useRef } from 'react'

interface UploadState {
  isUploading: boolean
  /** Whether the last upload failed, so that the form has no file. */
  hasFailed: boolean
}

interface Uploads {
  pending: number
  /** The button of the held press; undefined while none is held. */
  pressed: Element | undefined
  hold: (event: SubmitEvent) => void
}

const UPLOADS = new WeakMap<HTMLFormElement, Uploads>()

function uploadsOf(form: HTMLFormElement): Uploads {
  const known = UPLOADS.get(form)
  if (known) return known
  const uploads: Uploads = {
    pending: 0,
    pressed: undefined,
    hold: (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      uploads.pressed = event.submitter ?? form
      uploads.pressed.setAttribute('aria-busy', 'true')
    },
  }
  UPLOADS.set(form, uploads)
  return uploads
}

/**
 * A form that is sent while some of its files are still on the way waits for them, as they would be left out otherwise:
 * it is sent when the last upload ends, unless one has failed. The file's input needs the ref.
 */
export function useHeldSubmit({ isUploading, hasFailed }: UploadState): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  const failed = useRef(hasFailed)
  failed.current = hasFailed
  useEffect(() => {
    const form = input.current?.form
    if (!form || !isUploading) return
    const uploads = uploadsOf(form)
    if (uploads.pending === 0) form.addEventListener('submit', uploads.hold, { capture: true })
    uploads.pending += 1
    return () => {
      uploads.pending -= 1
      if (uploads.pending === 0) form.removeEventListener('submit', uploads.hold, { capture: true })
      const { pressed } = uploads
      if (!pressed || (uploads.pending > 0 && !failed.current)) return
      uploads.pressed = undefined
      pressed.setAttribute('aria-busy', 'false')
      // Not before the effects of this render, which may hand the file over to the form.
      if (!failed.current) queueMicrotask(() => form.isConnected && form.requestSubmit())
    }
  }, [isUploading])
  return input
}
