import { Button, Drawer, Skeleton, Stack } from '@mantine/core'
import { IconFilterOff, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { useFocusBack } from '~/components/useFocusBack'
import { eventLogQuery, type LogFilter } from '../queries'
import { LogFilters } from './LogFilters'
import { LogTimeline } from './LogTimeline'

/** The actions in the event, with their actors and times. */
export function EventLogDrawer({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const [filter, setFilter] = useState<LogFilter>({})
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={t('events.log.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="lg">
        <LogFilters eventId={eventId} filter={filter} onFilter={setFilter} />
        <Entries eventId={eventId} filter={filter} onClear={() => setFilter({})} />
      </Stack>
    </Drawer>
  )
}

interface EntriesProps {
  eventId: string
  filter: LogFilter
  onClear: () => void
}

function Entries({ eventId, filter, onClear }: EntriesProps) {
  const { t } = useTranslation()
  const log = useInfiniteQuery(eventLogQuery(eventId, filter))
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
      <LogTimeline entries={entries} />
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {t('events.log.more')}
        </Button>
      )}
    </>
  )
}

function NothingYet() {
  const { t } = useTranslation()
  return (
    <EmptyState icon={IconHistory} title={t('events.log.empty')} description={t('events.log.emptyHint')} />
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <EmptyState
        icon={IconFilterOff}
        title={t('events.log.filter.none')}
        description={t('events.log.filter.noneHint')}
      >
        <Button variant="default" onClick={onClear}>
          {t('common.clearFilters')}
        </Button>
      </EmptyState>
    </div>
  )
}
