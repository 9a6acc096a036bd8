import { Button, Drawer, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { formatDateTime } from '~/lib/dates'
import { formatMoney, formatNumber } from '~/lib/money'
import { activitiesQuery } from './queries'

/** What was done to the event, by whom and when. */
export function ActivitiesDrawer({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('participants.activities.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Activities eventId={eventId} />
    </Drawer>
  )
}

function Activities({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(activitiesQuery(eventId))
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const entries = log.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={IconHistory}
        title={t('participants.activities.empty')}
        description={t('participants.activities.emptyHint')}
      />
    )
  }
  return (
    <Stack>
      <Timeline bulletSize={16} lineWidth={2}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.id} title={<Entry entry={entry} />}>
            <Text size="sm" c="dimmed">
              {[entry.actorName, formatDateTime(entry.createdAt)].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('participants.activities.more')}
        </Button>
      )}
    </Stack>
  )
}

const ACTIONS = [
  'event.created',
  'event.updated',
  'event.reopened',
  'event.cancelled',
  'event.deleted',
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
  'invitationCode.created',
  'invitationCode.updated',
  'invitationCode.activated',
  'invitationCode.deactivated',
  'invitationCode.deleted',
  'invitationCode.exported',
  'participant.added',
  'participant.changed',
  'participant.removed',
  'participant.imported',
  'participant.exported',
  'participant.exportedSensitive',
  'participant.paid',
  'participant.unpaid',
  'participant.checkedIn',
  'participant.checkinUndone',
  'participant.resent',
  'checkin.screenChanged',
  'checkinKey.created',
  'checkinKey.revoked',
  'luckyDraw.changed',
  'luckyDraw.opened',
  'luckyDraw.drawn',
  'luckyDraw.voided',
] as const

function Entry({ entry: { action, data } }: { entry: components['schemas']['Activity'] }) {
  const { t } = useTranslation()
  const known = ACTIONS.find((one) => one === action)
  if (!known) return <>{t('participants.activities.other')}</>
  const { name, title, label, count, amount } = data as Record<string, unknown>
  return (
    <>
      {t(`participants.activities.action.${known}`, {
        name: String(name ?? title ?? label ?? ''),
        count: typeof count === 'number' ? count : 1,
        number: formatNumber(typeof count === 'number' ? count : 1),
        amount: typeof amount === 'number' ? formatMoney(amount) : '',
      })}
    </>
  )
}
