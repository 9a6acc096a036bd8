import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '~/components/Panel'
import { TimeChart } from '~/components/TimeChart'
import { formatDate, formatDayOfMonth, fromWallClock } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import type { EventMoney } from './queries'

const HEIGHT = 220

/** The received amount of each day, as a chart, and as a table for screen readers. */
export function DayChart({ days }: { days: EventMoney['byDay'] }) {
  const { t } = useTranslation()
  const name = t('money.sum.received')
  return (
    <Panel title={t('money.byDay')}>
      <TimeChart
        name={name}
        height={HEIGHT}
        points={days.map(({ day, amount }) => {
          const start = startOf(day)
          return { label: formatDayOfMonth(start), title: formatDate(start), value: amount }
        })}
        format={formatMoney}
      />
      <VisuallyHidden>
        <table>
          <caption>{t('money.byDay')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('money.day')}</th>
              <th scope="col">{name}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, amount }) => (
              <tr key={day}>
                <th scope="row">{formatDate(startOf(day))}</th>
                <td>{formatMoney(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Panel>
  )
}

/** The first moment of a day in Vietnam. */
const startOf = (day: string) => fromWallClock(`${day} 00:00:00`) ?? ''
