import { useTranslation } from 'react-i18next'
import { PageHeader } from '~/components/PageHeader'
import { ExportAll } from './ExportAll'
import { FigureChart } from './FigureChart'
import type { Figure } from './Figures'
import { Growth } from './Growth'
import { Needs } from './Needs'
import { PeriodSwitch } from './PeriodSwitch'
import { type DashboardSearch, type Metric, PLATFORM_METRICS } from './search'
import { Totals } from './Totals'

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

interface DashboardScreenProps {
  /** The values in the address. */
  search: DashboardSearch
  onSearch: (next: DashboardSearch, replace?: boolean) => void
}

/** The list of what waits for the administrator, and the figures of the whole platform. */
export function DashboardScreen({ search, onSearch }: DashboardScreenProps) {
  const { t } = useTranslation()
  const { period = 'week', metric = 'participants' } = search
  const onMetric = (next: Metric) => onSearch({ ...search, metric: next })
  return (
    <>
      <PageHeader title={t('shell.menu./dashboard')} description={t('statistics.description')} />
      <Needs
        search={search}
        onPage={(page, replace) => onSearch({ ...search, page: page === 1 ? undefined : page }, replace)}
      />
      <PeriodSwitch period={period} onChange={(next) => onSearch({ ...search, period: next })} />
      <Growth period={period} metric={metric} onMetric={onMetric} />
      <FigureChart metrics={PLATFORM_METRICS} metric={metric} period={period} isCurve onMetric={onMetric} />
      <Totals figures={FIGURES} period={period} />
      <ExportAll />
    </>
  )
}
