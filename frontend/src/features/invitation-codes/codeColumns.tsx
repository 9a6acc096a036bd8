import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { TypeBadge } from '~/features/tickets/TypeBadge'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { CodeStateBadge } from './CodeStateBadge'
import { type Code, UNLIMITED } from './queries'
import type { CodeSort } from './search'

export function useCodeColumns(): Column<Code, CodeSort>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      sortKey: 'code',
      header: t('invitationCodes.field.code'),
      cell: ({ code, ownerName }) => (
        <>
          <Text component="span" ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {code}
          </Text>
          {ownerName && (
            <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
              {t('invitationCodes.of', { name: ownerName })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'ticket',
      header: t('participants.field.ticket'),
      cell: ({ ticketName }) => ticketName ?? t('invitationCodes.anyClass'),
    },
    {
      key: 'type',
      header: t('participants.field.participationType'),
      cell: (code) => <TypeBadge {...code} />,
    },
    {
      key: 'uses',
      sortKey: 'timesUsed',
      header: t('invitationCodes.field.uses'),
      cell: ({ timesUsed, maxUses }) =>
        maxUses === UNLIMITED
          ? t('invitationCodes.usesUnlimited', { used: formatNumber(timesUsed) })
          : t('invitationCodes.uses', { used: formatNumber(timesUsed), max: formatNumber(maxUses) }),
    },
    {
      key: 'createdAt',
      sortKey: 'createdAt',
      header: t('invitationCodes.field.createdAt'),
      wideOnly: true,
      cell: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      key: 'expiresAt',
      header: t('invitationCodes.field.expiresAt'),
      cell: ({ expiresAt }) => (expiresAt ? formatDateTime(expiresAt) : t('invitationCodes.never')),
    },
    {
      key: 'state',
      header: t('invitationCodes.field.state'),
      cell: ({ state }) => <CodeStateBadge state={state} />,
    },
  ]
}
