import { Drawer, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import dividedList from '~/components/dividedList.module.css'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { Facts } from '~/components/Facts'
import { Paging } from '~/components/Paging'
import { useFocusBack } from '~/components/useFocusBack'
import { formatDate, formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { type AuditEntry, activityQuery } from './queries'
import { PAGE_SIZE } from './search'
import { useAuditWords } from './useAuditWords'

interface AccountActivityDrawerProps {
  account: { id: string; fullName: string }
  onClose: () => void
}

/** The last use of an account, and its actions. */
export function AccountActivityDrawer({ account, onClose }: AccountActivityDrawerProps) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('system.activity.title', { name: account.fullName })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Activity id={account.id} />
    </Drawer>
  )
}

function Activity({ id }: { id: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const { data: activity, error, refetch } = useQuery(activityQuery(id, page))
  if (!activity)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={320} radius="md" />
    )
  const { lastSeenAt, createdAt, sessions, events, plans, entries } = activity
  return (
    <Stack>
      <Facts
        facts={[
          [
            t('system.activity.lastSeen'),
            lastSeenAt ? formatDateTime(lastSeenAt) : t('system.activity.never'),
          ],
          [t('system.activity.createdAt'), formatDate(createdAt)],
          [t('system.activity.sessions'), formatNumber(sessions)],
          [t('system.activity.events'), formatNumber(events)],
          [t('system.activity.plans'), formatNumber(plans)],
        ]}
      />
      <Title order={3} fz="md">
        {t('system.activity.log')}
      </Title>
      {entries.total === 0 ? (
        <EmptyState
          icon={IconHistory}
          order={3}
          title={t('system.activity.none.title')}
          description={t('system.activity.none.description')}
        />
      ) : (
        <div>
          <ul className={dividedList.list} aria-label={t('system.activity.log')}>
            {entries.items.map((entry) => (
              <Entry key={entry.id} entry={entry} account={id} />
            ))}
          </ul>
          <Paging page={page} size={PAGE_SIZE} total={entries.total} onChange={setPage} />
        </div>
      )}
    </Stack>
  )
}

function Entry({ entry, account }: { entry: AuditEntry; account: string }) {
  const { t } = useTranslation()
  const { doneOf, subjectOf } = useAuditWords()
  const { actor, subject, ip, createdAt } = entry
  const about = subject?.id === account ? undefined : subjectOf(entry)
  const by = actor && actor.id !== account && t('system.activity.by', { name: actor.fullName })
  return (
    <li>
      {[doneOf(entry), about].filter(Boolean).join(': ')}
      <Text size="sm" c="dimmed">
        {[formatDateTime(createdAt), by, ip].filter(Boolean).join(' · ')}
      </Text>
    </li>
  )
}
