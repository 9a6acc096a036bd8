import type { MouseEvent, Ref } from 'react'
import { scrollToPart } from '../embedded'
import { useTranslation } from '../translation'
import classes from './heading.module.css'

/** Leads to the form. The address stays: the part behind its `#` may be an invitation. */
export function RegisterLink({ ref, isFirst }: { ref?: Ref<HTMLAnchorElement>; isFirst?: boolean }) {
  const { t } = useTranslation()
  const go = (press: MouseEvent) => {
    press.preventDefault()
    const form = document.getElementById('register')
    if (!form) return
    scrollToPart(form)
    form.focus({ preventScroll: true })
  }
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, which works without the handler, too
    <a ref={ref} className={classes.button} data-first={isFirst || undefined} href="#register" onClick={go}>
      {t('register')}
    </a>
  )
}
