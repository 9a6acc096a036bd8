import { useTranslation } from 'react-i18next'
import { PageHeader } from '~/components/PageHeader'
import { ExportAll } from './ExportAll'
import { FigureChart } from './FigureChart'
import { type Figure, Figures } from './Figures'
import { PeriodSwitch } from './PeriodSwitch'
import { SHARED_METRICS, type StatisticsSearchProps } from './search'

const FIGURES: readonly Figure[] = [
  { name: 'totalEvents', link: { to: '/event-management' } },
  { name: 'open', link: { to: '/event-management', search: { status: 'open' } } },
  { name: 'upcoming', link: { to: '/event-management', search: { status: 'upcoming' } } },
  { name: 'closed', link: { to: '/event-management', search: { status: 'closed' } } },
  { name: 'cancelled', link: { to: '/event-management', search: { status: 'cancelled' } } },
  { name: 'totalCommittees', link: { to: '/committee-management' } },
  { name: 'participants', link: { to: '/participant-management' } },
  { name: 'checkedIn', link: { to: '/participant-management', search: { checkin: 'in' } } },
  { name: 'moneyReceived', link: { to: '/participant-management', search: { payment: 'paid' } } },
  { name: 'moneyDue', link: { to: '/participant-management', search: { payment: 'unpaid' } } },
  { name: 'groups', link: { to: '/group-management' } },
]

/** The figures of the whole platform. */
export function DashboardScreen({ search, onSearch }: StatisticsSearchProps) {
  const { t } = useTranslation()
  const { period = 'week', metric = 'participants' } = search
  return (
    <>
      <PageHeader title={t('shell.menu./dashboard')} description={t('statistics.description')} />
      <PeriodSwitch period={period} onChange={(next) => onSearch({ ...search, period: next })} />
      <Figures figures={FIGURES} period={period} />
      <FigureChart
        metrics={SHARED_METRICS}
        metric={metric}
        period={period}
        onMetric={(next) => onSearch({ ...search, metric: next })}
      />
      <ExportAll />
    </>
  )
}
