import { Button, Drawer, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { formatDateTime } from '~/lib/dates'
import { ActivityWords } from './ActivityWords'
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
          <Timeline.Item key={entry.id} title={<ActivityWords {...entry} />}>
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
