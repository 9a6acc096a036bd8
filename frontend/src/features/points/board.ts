import { figureOf } from '~/features/posts/standing'
import { formatDate } from '~/lib/dates'
import { t } from '~/lib/language'
import { monthOf, nameOfMonth } from './months'
import type { BoardRow, Leaderboard } from './queries'
import type { BoardPeriod, Credit } from './search'

/** The sum of a member's deals where `showsValues`, otherwise their number. */
export const creditOf = (row: BoardRow, by: Credit, showsValues: boolean) =>
  figureOf(showsValues ? row[by] : { ...row[by], value: null })

/** The time over which a leaderboard is made, such as `11/2026`. */
export function timeOf({ from, to }: Leaderboard, period: BoardPeriod): string {
  if (!from || !to) return t('points.period.all')
  if (period === 'month') return nameOfMonth(monthOf(from))
  return t('points.time', { from: formatDate(from), to: formatDate(to) })
}
