import type { PublicEvent } from './contract'
import classes from './page.module.css'
import { useWords } from './words'

/** Tells the organiser that this is not the real page, and what visitors meet at this moment. */
export function PreviewBanner({ event }: { event: PublicEvent }) {
  const { t } = useWords()
  const isFull = event.isFull && event.formType === 'open'
  const state = event.isCancelled ? 'cancelled' : isFull ? 'full' : event.formType
  return (
    <aside className={classes.preview}>
      <strong>{t('preview.title')}</strong> {t(`preview.${state}`)}
    </aside>
  )
}
