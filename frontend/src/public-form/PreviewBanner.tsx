import type { PublicEvent } from './contract'
import classes from './page.module.css'
import { useWords } from './words'

/** Tells the organiser that this is not the real page, and what visitors meet at this moment. */
export function PreviewBanner({ formType }: { formType: PublicEvent['formType'] }) {
  const { t } = useWords()
  return (
    <aside className={classes.preview}>
      <strong>{t('preview.title')}</strong> {t(`preview.${formType}`)}
    </aside>
  )
}
