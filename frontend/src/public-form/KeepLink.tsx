import { ownPagePath } from './address'
import { CopyButton } from './CopyButton'
import classes from './own.module.css'
import { useWords } from './words'

/** The way back to the registration, for those who get no mail or lose it. */
export function KeepLink({ eventId, ownKey }: { eventId: string; ownKey: string }) {
  const { t } = useWords()
  const path = ownPagePath(eventId, ownKey)
  return (
    <section className={classes.keep} aria-labelledby="keep">
      <h2 id="keep">{t('own.keep.title')}</h2>
      <p>{t('own.keep.text')}</p>
      <div className={classes.buttons}>
        <a className={classes.link} href={path}>
          {t('own.keep.open')}
        </a>
        <CopyButton text={`${location.origin}${path}`} label={t('own.keep.link')} />
      </div>
    </section>
  )
}
