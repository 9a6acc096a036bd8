import type { PublicEvent } from '../contract'
import classes from '../parts/page.module.css'
import { useTranslation } from '../translation'

/** Tells the organiser that this is a preview, and the state of the page for visitors. */
export function PreviewBanner({ event }: { event: PublicEvent }) {
  const { t } = useTranslation()
  const isFull = event.isFull && event.formType === 'open'
  const state = event.isCancelled ? 'cancelled' : isFull ? 'full' : event.formType
  return (
    <aside className={classes.preview}>
      <strong>{t('preview.title')}</strong> {t(`preview.${state}`)}
    </aside>
  )
}
