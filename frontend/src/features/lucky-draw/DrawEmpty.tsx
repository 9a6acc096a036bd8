import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './DrawEmpty.module.css'
import type { Draw } from './queries'

interface DrawEmptyProps {
  draw: Draw
  onSetUp?: () => void
}

/** The draw is not open yet, or has no entries. */
export function DrawEmpty({ draw, onSetUp }: DrawEmptyProps) {
  const { t } = useTranslation()
  const isClosed = !onSetUp && !draw.isOpen
  return (
    <div className={classes.empty}>
      <IconUsersGroup size={64} stroke={1.25} aria-hidden />
      <h2>{t(`luckyDraw.empty.${isClosed ? 'closed' : draw.source}`)}</h2>
      <p>{t(`luckyDraw.empty.${onSetUp ? 'ownHint' : isClosed ? 'closedHint' : 'hint'}`)}</p>
      {onSetUp && (
        <Button variant="white" data-control onClick={onSetUp}>
          {t('luckyDraw.setup.open')}
        </Button>
      )}
    </div>
  )
}
