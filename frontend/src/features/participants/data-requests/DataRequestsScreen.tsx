import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { DataRequestList } from '~/features/data-requests/DataRequestList'
import type { DataRequestSearch } from '~/features/data-requests/search'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery, refreshEvent } from '~/features/events/queries'
import { CODE, isRefused } from '~/lib/apiError'

interface DataRequestsScreenProps {
  eventId: string
  /** The values in the address. */
  search: DataRequestSearch
  onSearch: (next: DataRequestSearch) => void
}

/** Requests of an event's participants about their personal data. */
export function DataRequestsScreen({ eventId, search, onSearch }: DataRequestsScreenProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const event = useQuery(eventQuery(eventId))
  const list = (
    <DataRequestList
      keeper={eventId}
      search={search}
      onSearch={onSearch}
      onErased={() => refreshEvent(queryClient, eventId)}
    />
  )
  // Of a deleted event people still ask, and only that is shown of it.
  if (!event.data && isRefused(event.error, CODE.notFound))
    return (
      <>
        <PageHeader title={t('shell.event.data')} description={t('dataRequests.introDeleted')} />
        {list}
      </>
    )
  if (!event.data)
    return event.error ? (
      <ErrorState error={event.error} onRetry={() => void event.refetch()} />
    ) : (
      <Skeleton height={400} radius="md" />
    )
  return (
    <>
      <EventHeader event={event.data} entry="data" description={t('dataRequests.intro')} />
      {list}
    </>
  )
}
