import { Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '~/lib/money'

/** How many of the events that the plan allows are used up; nothing where it allows any number. */
export function PlanMeter({ used, limit }: { used: number; limit: number }) {
  const { t } = useTranslation()
  if (limit === -1) return null
  const text = t('events.planUsed', { count: limit, used: formatNumber(used), limit: formatNumber(limit) })
  const share = limit === 0 ? 100 : Math.min(100, (used / limit) * 100)
  return (
    <div style={{ maxWidth: 320, marginBottom: 'var(--mantine-spacing-md)' }}>
      <Text size="sm" mb={4}>
        {text}
      </Text>
      <Progress.Root size="sm">
        <Progress.Section value={share} color={share >= 100 ? 'red' : undefined} aria-label={text} />
      </Progress.Root>
    </div>
  )
}
