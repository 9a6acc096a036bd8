import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './PracticeFrame.module.css'

/** The striped frame of practice, above everything else on the door's screen, with the button that ends it. */
export function PracticeFrame({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={classes.frame} aria-hidden />
      <section className={classes.banner} aria-label={t('checkin.practice.word')}>
        <p role="status" className={classes.text}>
          <strong>{t('checkin.practice.word')}</strong>
          <span>{t('checkin.practice.stored')}</span>
        </p>
        <Button color="dark" onClick={onEnd}>
          {t('checkin.practice.end')}
        </Button>
      </section>
    </>
  )
}
