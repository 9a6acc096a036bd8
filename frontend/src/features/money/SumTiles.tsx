import { useTranslation } from 'react-i18next'
import { formatMoney, formatNumber } from '~/lib/money'
import classes from './Money.module.css'

export interface NamedSum {
  name: 'received' | 'due' | 'waiting' | 'refunds' | 'returned'
  sum: { amount: number; count: number }
}

/** Amounts, each with of how many it is. */
export function SumTiles({ sums }: { sums: NamedSum[] }) {
  const { t } = useTranslation()
  return (
    <dl className={classes.tiles}>
      {sums.map(({ name, sum: { amount, count } }) => (
        <div key={name} className={classes.tile}>
          <dt>{t(`money.sum.${name}`)}</dt>
          <dd className={classes.amount}>{formatMoney(amount)}</dd>
          <dd className={classes.count}>
            {t(name === 'waiting' ? 'money.transfers' : 'money.people', {
              count,
              number: formatNumber(count),
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
