import { Button, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { formatDateTime } from '~/lib/dates'
import { ActivityWords } from './ActivityWords'
import { historyQuery, type Participant } from './queries'

/** What happened to somebody, newest first, down to how they came to the event. */
export function ParticipantHistory({ eventId, participant }: { eventId: string; participant: Participant }) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(historyQuery(eventId, participant.id))
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    return <Skeleton height={240} radius="md" />
  }
  const entries = log.data.pages.flatMap(({ items }) => items)
  const { source, registrationTime } = participant
  // Adding by hand is an entry of its own.
  const isBeginning = !log.hasNextPage && source !== 'manual'
  return (
    <Stack>
      <Timeline bulletSize={16} lineWidth={2}>
        {entries.map(({ id, action, data, actorName, createdAt }) => (
          <Timeline.Item key={id} title={<ActivityWords {...{ action, data }} />}>
            <Text size="sm" c="dimmed">
              {[actorName, formatDateTime(createdAt)].filter(Boolean).join(' · ')}
            </Text>
          </Timeline.Item>
        ))}
        {isBeginning && (
          <Timeline.Item title={t(`participants.history.${source}`)}>
            <Text size="sm" c="dimmed">
              {formatDateTime(registrationTime)}
            </Text>
          </Timeline.Item>
        )}
      </Timeline>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('participants.activities.more')}
        </Button>
      )}
    </Stack>
  )
}
