import { isShared } from '~/components/Podium'
import { t } from '~/lib/language'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'

/** "3 deals". */
export const numberOfDeals = (count: number) =>
  t('posts.standing.deals', { count, number: formatNumber(count) })

/** The sum of a member's deals in short, or their number where the reader sees no values. */
export const figureOf = ({ count, value }: { count: number; value: number | null }) =>
  value === null ? numberOfDeals(count) : formatCompactMoney(value)

/** "Hạng 2", or "Đồng hạng 2" where another of the rows has the same place. */
export const placeOf = ({ rank }: { rank: number }, rows: readonly { rank: number }[]) =>
  t(`posts.standing.${isShared(rank, rows) ? 'shared' : 'place'}`, { rank: formatNumber(rank) })
