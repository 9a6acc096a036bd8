import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Podium } from '~/components/Podium'
import type { Post } from './queries'
import { figureOf, placeOf } from './standing'

interface RecapBestProps {
  groupId: string
  recap: NonNullable<Post['recap']>
}

/** The best sellers of the month that the program sums up, and the way to all of them. */
export function RecapBest({ groupId, recap: { month, best } }: RecapBestProps) {
  const { t } = useTranslation()
  if (best.length === 0) return null
  const places = best.map((row) => ({
    id: row.member.id,
    rank: row.rank,
    place: placeOf(row, best),
    fullName: row.member.fullName,
    avatar: row.member.avatar,
    figure: figureOf(row),
  }))
  return (
    <div>
      <Podium label={t('posts.recap.best')} places={places} />
      <Anchor
        renderRoot={(props) => (
          <Link
            {...props}
            to="/my-group/$groupId"
            params={{ groupId }}
            search={{ tab: 'statistics', show: 'ranking', day: `${month}-01` }}
          />
        )}
      >
        {t('posts.recap.board')}
      </Anchor>
    </div>
  )
}
