import { useTranslation } from 'react-i18next'
import { Panel } from '~/components/Panel'
import { TimeChart } from '~/components/TimeChart'
import { formatDate, formatDayOfMonth, fromWallClock } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import type { EventMoney } from './queries'

const HEIGHT = 220

/** The received amount of each day. */
export function DayChart({ days }: { days: EventMoney['byDay'] }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('money.byDay')}>
      <TimeChart
        name={t('money.sum.received')}
        caption={t('money.byDay')}
        height={HEIGHT}
        points={days.map(({ day, amount }) => {
          const start = startOf(day)
          return { label: formatDayOfMonth(start), title: formatDate(start), value: amount }
        })}
        format={formatMoney}
      />
    </Panel>
  )
}

/** The first moment of a day in Vietnam. */
const startOf = (day: string) => fromWallClock(`${day} 00:00:00`) ?? ''
