import { useEffect, useRef } from 'react'

/** Scrolls to the element with the returned reference while the address leads to it. */
export function useScrolledTo<E extends Element>(isMarked: boolean) {
  const element = useRef<E>(null)
  useEffect(() => {
    if (isMarked) element.current?.scrollIntoView({ block: 'center' })
  }, [isMarked])
  return element
}
