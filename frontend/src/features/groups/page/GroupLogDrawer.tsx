import { Button, Drawer, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { useFocusBack } from '~/components/useFocusBack'
import { formatDateTime } from '~/lib/dates'
import { logQuery } from '../queries'
import { GroupLogEntryText } from './GroupLogEntryText'

/** The actions in a group, with their actors and times. */
export function GroupLogDrawer({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('groups.log.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Log groupId={groupId} />
    </Drawer>
  )
}

function Log({ groupId }: { groupId: string }) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(logQuery(groupId))
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const entries = log.data.pages.flatMap(({ items }) => items)
  return (
    <Stack>
      <Timeline bulletSize={16} lineWidth={2} styles={{ itemTitle: { lineHeight: 1.45 } }}>
        {entries.map((entry) => (
          <Timeline.Item key={entry.id} title={<GroupLogEntryText {...entry} />}>
            <Text size="sm" c="dimmed">
              {[entry.actorName, formatDateTime(entry.createdAt)].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('groups.log.more')}
        </Button>
      )}
    </Stack>
  )
}
