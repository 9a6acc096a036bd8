import type { Participant } from '../queries'

/** A free ticket is shown as free, although the API calls it `paid`. */
export const isFree = ({ amount, paymentStatus }: Pick<Participant, 'amount' | 'paymentStatus'>) =>
  amount === 0 && paymentStatus === 'paid'

/** The amount due, in dong. */
export const outstanding = ({
  amount,
  received,
  paymentStatus,
}: Pick<Participant, 'amount' | 'received' | 'paymentStatus'>) =>
  paymentStatus === 'unpaid' ? Math.max(amount - received, 0) : 0

/**
 * The part of an amount beyond the amount due, in dong. A participant who paid less, which was enough, may pay the
 * rest.
 */
export const beyond = (
  { amount: price, received }: Pick<Participant, 'amount' | 'received'>,
  amount: number,
) => Math.max(Math.min(received + amount - price, amount), 0)
