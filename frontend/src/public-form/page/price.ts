import type { PublicEvent } from '../contract'
import type { Translation } from '../translation'

/** One price, or where the prices begin; of classes that can still be had, if there are any, and of all when the event is full. */
export function priceOf({ tickets, isFull }: PublicEvent, { t, money }: Translation): string {
  const offered = isFull ? [] : tickets.filter(({ soldOut }) => !soldOut)
  const prices = (offered.length > 0 ? offered : tickets).map(({ price }) => price)
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  if (prices.length === 0 || highest === 0) return t('price.free')
  if (lowest === highest) return money(lowest)
  return lowest === 0
    ? t('price.fromFree', { price: money(highest) })
    : t('price.from', { price: money(lowest) })
}
