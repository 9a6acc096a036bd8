import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isShared, Podium } from '~/components/Podium'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'
import type { Post } from './queries'

interface RecapBestProps {
  groupId: string
  recap: NonNullable<Post['recap']>
}

/** The best sellers of the month that the program sums up, and the way to all of them. */
export function RecapBest({ groupId, recap: { month, best } }: RecapBestProps) {
  const { t } = useTranslation()
  if (best.length === 0) return null
  const places = best.map(({ rank, member, count, value }) => ({
    id: member.id,
    rank,
    place: t(`posts.recap.${isShared(rank, best) ? 'shared' : 'place'}`, { rank: formatNumber(rank) }),
    fullName: member.fullName,
    avatar: member.avatar,
    figure:
      value === null
        ? t('posts.recap.deals', { count, number: formatNumber(count) })
        : formatCompactMoney(value),
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
