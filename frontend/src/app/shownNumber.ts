import { formatNumber } from '~/lib/numbers'

/** The number as a badge has room for it. */
export const shownNumber = (count: number) => (count > 99 ? '99+' : formatNumber(count))
