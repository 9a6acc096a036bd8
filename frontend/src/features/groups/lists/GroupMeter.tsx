import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UsageMeter } from '~/components/UsageMeter'
import { meQuery } from '~/features/accounts/queries'
import { formatNumber } from '~/lib/numbers'
import { isAdmin } from '~/lib/permissions'

/** Returns how many groups the caller owns and may own; −1 for any number, which also stands while the account loads. */
export function useGroupLimit() {
  const { data: me } = useQuery(meQuery)
  // Administrators create groups for others, without a limit.
  if (!me || isAdmin(me)) return { used: 0, limit: -1, isUsedUp: false }
  const { groupsUsed: used, groupLimit: limit } = me.planSummary
  return { used, limit, isUsedUp: limit !== -1 && used >= limit }
}

/** Shows the caller's groups against the limit of their plans; nothing if they allow any number. */
export function GroupMeter() {
  const { t } = useTranslation()
  const { used, limit } = useGroupLimit()
  if (limit === -1) return null
  if (limit === 0)
    return (
      <Text c="dimmed" mb="md">
        {t('groups.planWithout')}
      </Text>
    )
  const text = t('groups.planUsed', { count: limit, used: formatNumber(used), limit: formatNumber(limit) })
  return (
    <div style={{ maxWidth: 320, marginBottom: 'var(--mantine-spacing-md)' }}>
      <UsageMeter text={text} used={used} limit={limit} />
    </div>
  )
}
