import { Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { type ActivityFilter, activitiesQuery } from '../queries'
import { ActivityFilters } from './ActivityFilters'
import { ActivityTimeline } from './ActivityTimeline'

/** What was done to the event, by whom and when. */
export function ActivitiesDrawer({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<ActivityFilter>({})
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('events.activities.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <ActivityFilters eventId={eventId} filter={filter} onFilter={setFilter} />
        <Activities eventId={eventId} filter={filter} onClear={() => setFilter({})} />
      </Stack>
    </Drawer>
  )
}

interface ActivitiesProps {
  eventId: string
  filter: ActivityFilter
  onClear: () => void
}

function Activities({ eventId, filter, onClear }: ActivitiesProps) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(activitiesQuery(eventId, filter))
  if (!log.data) {
    if (log.error) return <ErrorState error={log.error} onRetry={() => void log.refetch()} />
    return <Skeleton height={320} radius="md" />
  }
  const entries = log.data.pages.flatMap(({ items }) => items)
  if (entries.length === 0) {
    return filter.kind || filter.actor ? <NothingMatches onClear={onClear} /> : <NothingYet />
  }
  return (
    <>
      <ActivityTimeline entries={entries} />
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('events.activities.more')}
        </Button>
      )}
    </>
  )
}

function NothingYet() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconHistory}
      title={t('events.activities.empty')}
      description={t('events.activities.emptyHint')}
    />
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <EmptyState
        icon={IconFilterOff}
        title={t('events.activities.filter.none')}
        description={t('events.activities.filter.noneHint')}
      >
        <Button variant="default" onClick={onClear}>
          {t('common.clearFilters')}
        </Button>
      </EmptyState>
    </div>
  )
}
