import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDate } from '~/lib/dates'
import { formatMoney } from '~/lib/numbers'
import { PlanStatusBadge } from './PlanStatusBadge'
import type { Plan } from './queries'
import { SoldMeter } from './SoldMeter'

export function usePlanColumns(): Column<Plan>[] {
  const { t } = useTranslation()
  return [
    { key: 'baseName', header: t('plans.field.baseName'), cell: ({ baseName }) => baseName },
    {
      key: 'price',
      header: t('plans.field.price'),
      align: 'right',
      cell: ({ price }) => formatMoney(price),
    },
    {
      key: 'soldPackages',
      header: t('plans.field.soldPackages'),
      cell: (plan) => <SoldMeter plan={plan} />,
    },
    {
      key: 'dates',
      header: t('plans.field.dates'),
      cell: ({ startDate, expirationDate }) => `${formatDate(startDate)} – ${formatDate(expirationDate)}`,
    },
    {
      key: 'duration',
      header: t('plans.field.duration'),
      cell: ({ duration }) => t('plans.months', { count: duration }),
    },
    {
      key: 'status',
      header: t('plans.field.status'),
      cell: ({ status }) => <PlanStatusBadge status={status} />,
    },
  ]
}
