import { Button, Skeleton, Stack, Text, Timeline, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { ErrorState } from '~/components/ErrorState'
import { LogTimeline } from '~/features/events/log/LogTimeline'
import { formatDateTime } from '~/lib/dates'
import { historyQuery, type Participant } from '../queries'

const BEGINNINGS: components['schemas']['EventAction'][] = ['participant.registered', 'participant.added']

interface ParticipantHistoryProps {
  eventId: string
  participant: Participant
}

/** The log of one participant, newest first, ending with how they registered. */
export function ParticipantHistory(props: ParticipantHistoryProps) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('participants.panel.history')}>
      <Title order={3} fz="md" mb="sm">
        {t('participants.panel.history')}
      </Title>
      <Entries {...props} />
    </section>
  )
}

function Entries({ eventId, participant }: ParticipantHistoryProps) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(historyQuery(eventId, participant.id))
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    return <Skeleton height={240} radius="md" />
  }
  const entries = log.data.pages.flatMap(({ items }) => items)
  const { source, registrationTime } = participant
  // An import logs one entry for the file, none for each participant.
  const isRegistrationLogged = entries.some(({ action }) => BEGINNINGS.includes(action))
  return (
    <Stack>
      <LogTimeline entries={entries}>
        {!log.hasNextPage && !isRegistrationLogged && (
          <Timeline.Item title={t(`participants.history.${source}`)}>
            <Text size="sm" c="dimmed">
              {formatDateTime(registrationTime)}
            </Text>
          </Timeline.Item>
        )}
      </LogTimeline>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('events.log.more')}
        </Button>
      )}
    </Stack>
  )
}
