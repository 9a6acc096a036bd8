import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './DrawEmpty.module.css'
import type { Draw } from './queries'

interface DrawEmptyProps {
  source: Draw['source']
  onSetUp?: () => void
}

/** Nobody takes part: yet, or any more. */
export function DrawEmpty({ source, onSetUp }: DrawEmptyProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.empty}>
      <IconUsersGroup size={64} stroke={1.25} aria-hidden />
      <h2>{t(`luckyDraw.empty.${source}`)}</h2>
      <p>{t(onSetUp ? 'luckyDraw.empty.ownHint' : 'luckyDraw.empty.hint')}</p>
      {onSetUp && (
        <Button variant="white" onClick={onSetUp}>
          {t('luckyDraw.setup.open')}
        </Button>
      )}
    </div>
  )
}
