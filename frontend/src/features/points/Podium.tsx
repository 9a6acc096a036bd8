import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'
import { figureOf, placeOf } from './board'
import { Movement } from './Movement'
import classes from './Podium.module.css'
import type { Leaderboard } from './queries'
import type { Credit } from './search'

interface PodiumProps {
  /** With the first page of its rows. */
  board: Leaderboard
  by: Credit
}

/** The first three of a leaderboard with their faces. */
export function Podium({ board, by }: PodiumProps) {
  const { t } = useTranslation()
  const { items, showsValues, hasPrevious } = board
  return (
    <ol className={classes.podium} aria-label={t('points.leaderboard.podium')}>
      {items.slice(0, 3).map((row) => (
        <li key={row.userId} className={classes.winner}>
          <span className={classes.face} data-rank={row.rank}>
            <PersonAvatar src={row.avatar} fullName={row.fullName} size={64} />
          </span>
          <span className={classes.name}>{row.fullName}</span>
          <span className={classes.figure}>
            {figureOf(row, by, showsValues)}
            {hasPrevious && <Movement row={row} />}
          </span>
          <span className={classes.step} data-rank={row.rank}>
            {placeOf(row, items)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** The reader's own place and the way to the next one; absent for the first. */
export function OwnPlace({ board: { own, showsValues } }: Pick<PodiumProps, 'board'>) {
  const { t } = useTranslation()
  if (!own || own.nextRank === null) return null
  const { missing } = own
  const places = { rank: formatNumber(own.rank), next: formatNumber(own.nextRank) }
  return (
    <Text className={classes.own}>
      {missing === 0
        ? t('points.leaderboard.own.equal', places)
        : showsValues
          ? t('points.leaderboard.own.value', { ...places, missing: formatCompactMoney(missing) })
          : t('points.leaderboard.own.deals', { ...places, count: missing, number: formatNumber(missing) })}
    </Text>
  )
}
