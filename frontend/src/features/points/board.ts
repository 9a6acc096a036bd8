import { isShared } from '~/components/Podium'
import { formatDate } from '~/lib/dates'
import { t } from '~/lib/language'
import { formatCompactMoney, formatNumber } from '~/lib/numbers'
import { monthOf, nameOfMonth } from './months'
import type { BoardRow, Leaderboard } from './queries'
import type { BoardPeriod, Credit } from './search'

/** The sum of a member's deals where `showsValues`, otherwise their number. */
export function figureOf(row: BoardRow, by: Credit, showsValues: boolean): string {
  const { count, value } = row[by]
  return showsValues && value !== null
    ? formatCompactMoney(value)
    : t('points.deals', { count, number: formatNumber(count) })
}

/** "Hạng 2", or "Đồng hạng 2" where another of the rows has the same place. */
export function placeOf({ rank }: BoardRow, rows: readonly BoardRow[]): string {
  return t(`points.leaderboard.${isShared(rank, rows) ? 'shared' : 'place'}`, { rank: formatNumber(rank) })
}

/** The time over which a leaderboard is made, such as `11/2026`. */
export function timeOf({ from, to }: Leaderboard, period: BoardPeriod): string {
  if (!from || !to) return t('points.period.all')
  if (period === 'month') return nameOfMonth(monthOf(from))
  return t('points.time', { from: formatDate(from), to: formatDate(to) })
}
