import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '~/lib/dates'
import { requestQuery } from '../queries'

interface DecidedRequestProps {
  groupId: string
  /** The request or invitation to which the address leads. */
  id: string
}

/** Shows the outcome of a request or an invitation that no longer waits. */
export function DecidedRequest({ groupId, id }: DecidedRequestProps) {
  const { t } = useTranslation()
  const { data: request } = useQuery(requestQuery(groupId, id))
  if (!request || request.status === 'pending') return null
  const { kind, status, user, decidedByName, decidedAt, reason } = request
  return (
    <Alert color="blue" icon={<IconInfoCircle size={18} />} mb="md">
      {[
        t(`groups.decided.${status}`, {
          name: user.fullName,
          what: t(`groups.decided.${kind}`),
          by: decidedByName ?? t('groups.history.automatic'),
          date: formatDateTime(decidedAt ?? ''),
        }),
        reason && t('groups.mine.rejectedBecause', { reason }),
      ]
        .filter(Boolean)
        .join(' ')}
    </Alert>
  )
}
