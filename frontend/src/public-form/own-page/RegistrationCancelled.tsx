import { useEffect, useRef } from 'react'
import type { PublicEvent } from '../contract'
import { useTranslation } from '../translation'
import classes from './own.module.css'

/** Shown after the registration was cancelled. */
export function RegistrationCancelled({ event }: { event: PublicEvent }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.panel}>
      <h1 ref={heading} tabIndex={-1}>
        {t('own.cancelled.title')}
      </h1>
      <p>{t('own.cancelled.text', { event: event.title })}</p>
      <a className={classes.link} href={`/form/${encodeURIComponent(event.id)}`}>
        {t('find.back')}
      </a>
    </section>
  )
}
