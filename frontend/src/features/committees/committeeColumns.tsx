import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDate } from '~/lib/dates'
import { formatLimit } from '~/lib/numbers'
import { isAdmin } from '~/lib/permissions'
import { formatPhone } from '~/lib/phone'
import { CommitteeStateBadge } from './CommitteeStateBadge'
import type { Committee } from './queries'
import type { CommitteeSort } from './search'

export function useCommitteeColumns(): Column<Committee, CommitteeSort>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'fullName',
      sortKey: 'fullName',
      header: t('auth.fullName'),
      cell: (committee) => (
        <>
          {committee.fullName}
          <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
            {[isAdmin(committee) && t('committees.admin'), committee.company, committee.country]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'email',
      sortKey: 'email',
      header: t('auth.email'),
      cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
    },
    { key: 'phone', header: t('auth.phone'), cell: ({ phone }) => formatPhone(phone) },
    {
      key: 'eventLimit',
      header: t('committees.field.eventLimit'),
      align: 'right',
      cell: (committee) => formatLimit(committee.eventLimit),
    },
    {
      key: 'state',
      header: t('committees.field.state'),
      cell: (committee) => <CommitteeStateBadge {...committee} />,
    },
    {
      key: 'createdAt',
      sortKey: 'createdAt',
      header: t('committees.field.createdAt'),
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'lastSeenAt',
      sortKey: 'lastSeenAt',
      header: t('committees.field.lastSeenAt'),
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatDate(lastSeenAt) : '–'),
    },
  ]
}
