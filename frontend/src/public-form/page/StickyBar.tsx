import { type RefObject, useEffect, useState } from 'react'
import classes from './heading.module.css'
import { RegisterLink } from './RegisterLink'

interface StickyBarProps {
  price: string
  /** The first button, which the bar stands in for. */
  button: RefObject<HTMLAnchorElement | null>
}

/** On a phone: price and button while neither the first button nor the form is in sight. */
export function StickyBar({ price, button }: StickyBarProps) {
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const form = document.getElementById('register')
    if (!button.current || !form) return
    const seen = new Map<Element, IntersectionObserverEntry>()
    const observer = new IntersectionObserver((entries) => {
      for (const entry of entries) seen.set(entry.target, entry)
      const first = button.current && seen.get(button.current)
      const isAbove = first?.isIntersecting === false && first.boundingClientRect.bottom <= 0
      setShown(isAbove && seen.get(form)?.isIntersecting === false)
    })
    observer.observe(button.current)
    observer.observe(form)
    return () => observer.disconnect()
  }, [button])

  if (!isShown) return null
  return (
    <div className={classes.sticky}>
      <p>{price}</p>
      <RegisterLink />
    </div>
  )
}
