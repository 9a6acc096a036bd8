import type { components } from '~/api/schema'
import { formatMoney } from '~/lib/numbers'

/** A deal in one line: its two members, and its value if the reader may see it. */
export const dealOf = ({ seller, counterparty, value }: components['schemas']['Point']) =>
  [`${seller.fullName} – ${counterparty.fullName}`, value !== null && formatMoney(value)]
    .filter(Boolean)
    .join(', ')
