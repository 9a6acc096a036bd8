import classes from './page.module.css'
import { paletteStyle } from './palette'
import { useTranslation } from './translation'

/** The skeleton of the page while the event is loading. */
export function Skeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.page} style={paletteStyle(null)} aria-busy>
      <title>{t('loading')}</title>
      <main className="hidden">
        <h1>{t('loading')}</h1>
      </main>
      <div className={classes.skeletonCover} aria-hidden>
        <div className={classes.bone} data-size="title" />
        <div className={classes.bone} />
        <div className={classes.bone} data-size="short" />
      </div>
      <div className={classes.main} data-form aria-hidden>
        <div>
          <div className={classes.bone} />
          <div className={classes.bone} />
          <div className={classes.bone} data-size="short" />
        </div>
        <div>
          <div className={classes.bone} data-size="field" />
          <div className={classes.bone} data-size="field" />
          <div className={classes.bone} data-size="field" />
        </div>
      </div>
    </div>
  )
}
