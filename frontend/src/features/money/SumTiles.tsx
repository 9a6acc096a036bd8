import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import tileClasses from '~/components/tiles.module.css'
import { formatCompactMoney, formatMoney, formatNumber } from '~/lib/numbers'
import type { Folded } from './DecisionList'
import classes from './Money.module.css'

const NAMES = ['received', 'due', 'waiting', 'refunds', 'returned', 'surplus'] as const

type Name = (typeof NAMES)[number]

/** Shown only where there is something to give back, or kept besides the tickets. */
const RARE: readonly Name[] = ['refunds', 'returned', 'surplus']

type Sums = Record<Name, { amount: number; count: number }>

/** Amounts, each with of how many it is. */
export function SumTiles({ sums }: { sums: Sums }) {
  const { t } = useTranslation()
  return (
    <dl className={`${tileClasses.tiles} ${classes.totals}`}>
      {NAMES.map((name) => ({ name, ...sums[name] }))
        .filter(({ name, count }) => count > 0 || !RARE.includes(name))
        .map(({ name, amount, count }) => (
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

/** On a phone: the money in one line, and behind a button the tools and all amounts. */
export const foldedMoney = (label: string, sums: Sums, tools: ReactNode): Folded => ({
  label,
  summary: <SumLine sums={sums} />,
  tools: (
    <>
      <Group gap="sm" my="sm">
        {tools}
      </Group>
      <SumTiles sums={sums} />
    </>
  ),
})

/** Money that came in, money that is due, and the transfers that wait. */
function SumLine({ sums }: { sums: Sums }) {
  const { t } = useTranslation()
  const { received, due, waiting } = sums
  return t('money.line', {
    count: waiting.count,
    received: formatCompactMoney(received.amount),
    due: formatCompactMoney(due.amount),
    waiting: formatNumber(waiting.count),
  })
}
