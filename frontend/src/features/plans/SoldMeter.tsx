import { useTranslation } from 'react-i18next'
import { UsageMeter } from '~/components/UsageMeter'
import { formatLimit, formatNumber } from '~/lib/numbers'
import type { Plan } from './queries'

/** The number of sold packages of the plan. */
export function SoldMeter({ plan: { soldPackages, numberOfPackages } }: { plan: Plan }) {
  const { t } = useTranslation()
  return (
    <UsageMeter
      text={t('plans.sold', { sold: formatNumber(soldPackages), limit: formatLimit(numberOfPackages) })}
      used={soldPackages}
      limit={numberOfPackages}
    />
  )
}
