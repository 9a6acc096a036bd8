import { useTranslation } from 'react-i18next'
import { UsageMeter } from '~/components/UsageMeter'
import { formatNumber } from '~/lib/numbers'

/** The used part of the events that the plan allows; nothing where it allows any number. */
export function PlanMeter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation()
  if (limit === -1) return null
  const text = t('events.planUsed', { count: limit, used: formatNumber(used), limit: formatNumber(limit) })
  return (
    <div style={{ maxWidth: 320, marginBottom: 'var(--mantine-spacing-md)' }}>
      <UsageMeter text={text} used={used} limit={limit} />
    </div>
  )
}
