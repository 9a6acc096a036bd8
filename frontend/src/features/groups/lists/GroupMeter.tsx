import { Alert, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { UsageMeter } from '~/components/UsageMeter'
import { meQuery } from '~/features/accounts/queries'
import { formatDate } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { isAdmin } from '~/lib/permissions'
import type { OwnGroupRequest } from '../queries'

/**
 * Returns how many groups the caller owns and may own by their plans (−1 for any number, which also stands while the account
 * loads), the caller's request for one more, and whether there is room for neither.
 */
export function useGroupLimit() {
  const { data: me } = useQuery(meQuery)
  // Administrators create groups for others, without a limit.
  if (!me || isAdmin(me)) return { used: 0, limit: -1, request: null, isUsedUp: false }
  const { groupsUsed: used, groupLimit: limit } = me.planSummary
  const request = me.groupRequest
  const isFull = limit !== -1 && used >= limit
  return { used, limit, request, isUsedUp: isFull && request?.status !== 'approved' }
}

/** Shows the caller's groups against the limit of their plans, and the request for one more; nothing without a limit. */
export function GroupMeter() {
  const { t } = useTranslation()
  const { used, limit, request } = useGroupLimit()
  if (limit === -1) return null
  return (
    <Stack gap="sm" mb="md" align="flex-start">
      {request && <AskedGroup request={request} />}
      {limit > 0 ? (
        <div style={{ width: '100%', maxWidth: 320 }}>
          <UsageMeter
            text={t('groups.planUsed', {
              count: limit,
              used: formatNumber(used),
              limit: formatNumber(limit),
            })}
            used={used}
            limit={limit}
          />
        </div>
      ) : (
        !request && <Text c="dimmed">{t('groups.planWithout')}</Text>
      )}
    </Stack>
  )
}

const LOOKS = {
  pending: { color: 'blue', icon: <IconClock /> },
  approved: { color: 'jade', icon: <IconCircleCheck /> },
  declined: { color: 'gray', icon: <IconCircleX /> },
  used: null,
}

/** The answer to the request; nothing once its group was created. */
function AskedGroup({ request }: { request: OwnGroupRequest }) {
  const { t } = useTranslation()
  const { name: group, status, reason, createdAt } = request
  const look = LOOKS[status]
  if (!look || status === 'used') return null
  return (
    <Alert {...look} maw={880}>
      {t(`groups.ask.${status}`, { group, reason, date: formatDate(createdAt) })}
    </Alert>
  )
}
