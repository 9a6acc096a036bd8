import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '~/components/DataTable'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/money'
import { TypeBadge } from '../badges'
import { CodeStateBadge } from './CodeStateBadge'
import { type Code, UNLIMITED } from './queries'

export function useCodeColumns(): Column<Code>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'code',
      header: t('participants.codes.field.code'),
      cell: ({ code, ownerName }) => (
        <>
          <Text component="span" ff="monospace" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {code}
          </Text>
          {ownerName && (
            <Text component="span" display="block" size="sm" c="dimmed" fw={400}>
              {t('participants.codes.of', { name: ownerName })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'ticket',
      header: t('participants.field.ticket'),
      cell: ({ ticketName }) => ticketName ?? t('participants.codes.anyClass'),
    },
    {
      key: 'type',
      header: t('participants.field.participationType'),
      cell: (code) => <TypeBadge {...code} />,
    },
    {
      key: 'uses',
      header: t('participants.codes.field.uses'),
      cell: ({ timesUsed, maxUses }) =>
        maxUses === UNLIMITED
          ? t('participants.codes.usesUnlimited', { used: formatNumber(timesUsed) })
          : t('participants.codes.uses', { used: formatNumber(timesUsed), max: formatNumber(maxUses) }),
    },
    {
      key: 'expiresAt',
      header: t('participants.codes.field.expiresAt'),
      cell: ({ expiresAt }) => (expiresAt ? formatDateTime(expiresAt) : t('participants.codes.never')),
    },
    {
      key: 'state',
      header: t('participants.codes.field.state'),
      cell: ({ state }) => <CodeStateBadge state={state} />,
    },
  ]
}
