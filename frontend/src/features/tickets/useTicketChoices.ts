import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '~/lib/numbers'
import type { Ticket } from './queries'

/** Ticket classes as choices with price and seats left: "Vé thường · 250.000 ₫ · còn 12". */
export function useTicketChoices(tickets: Ticket[]) {
  const { t } = useTranslation()
  return tickets.map(({ id, name, price, remaining }) => {
    const left = remaining === -1 ? null : t('tickets.left', { left: formatNumber(remaining) })
    return { value: id, label: [name, formatMoney(price), left].filter(Boolean).join(' · ') }
  })
}
