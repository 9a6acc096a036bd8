import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/numbers'
import classes from './Points.module.css'
import type { BoardRow } from './queries'

/** By how many places a member has risen or fallen since the period before. */
export function Movement({ row: { rank, previousRank } }: { row: BoardRow }) {
  const { t } = useTranslation()
  if (previousRank === null)
    return (
      <span className={classes.movement} data-up>
        {t('points.leaderboard.movement.new')}
      </span>
    )
  const risen = previousRank - rank
  if (risen === 0)
    return (
      <span className={classes.movement}>
        <IconMinus aria-hidden size={16} />
        <VisuallyHidden>{t('points.leaderboard.movement.same')}</VisuallyHidden>
      </span>
    )
  const count = Math.abs(risen)
  const number = formatNumber(count)
  const Arrow = risen > 0 ? IconArrowUp : IconArrowDown
  return (
    <span className={classes.movement} data-up={risen > 0 || undefined}>
      <Arrow aria-hidden size={16} />
      <span aria-hidden>{number}</span>
      <VisuallyHidden>
        {t(`points.leaderboard.movement.${risen > 0 ? 'up' : 'down'}`, { count, number })}
      </VisuallyHidden>
    </span>
  )
}
