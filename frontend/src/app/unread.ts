import { formatNumber } from '~/lib/money'

/** The number as a badge has room for it. */
export const shownUnread = (unread: number) => (unread > 99 ? '99+' : formatNumber(unread))
