import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Podium } from '~/components/Podium'
import { placeOf } from '~/features/posts/standing'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'
import { creditOf } from './board'
import { Movement } from './Movement'
import classes from './Points.module.css'
import type { Leaderboard } from './queries'
import type { Credit } from './search'

interface LeadersProps {
  /** With the first page of its rows. */
  board: Leaderboard
  by: Credit
}

/** The first three of a leaderboard. */
export function Leaders({ board: { items, showsValues, hasPrevious }, by }: LeadersProps) {
  const { t } = useTranslation()
  const places = items.slice(0, 3).map((row) => ({
    id: row.userId,
    rank: row.rank,
    place: placeOf(row, items),
    fullName: row.fullName,
    avatar: row.avatar,
    figure: (
      <>
        {creditOf(row, by, showsValues)}
        {hasPrevious && <Movement row={row} />}
      </>
    ),
  }))
  return <Podium label={t('points.leaderboard.podium')} places={places} />
}

/** The reader's own place and the way to the next one; absent for the first. */
export function OwnPlace({ board: { own, showsValues } }: Pick<LeadersProps, 'board'>) {
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
