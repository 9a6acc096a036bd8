import { Button, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { EventHeader } from '~/features/events/EventHeader'
import { eventQuery } from '~/features/events/queries'
import { MessageList } from './MessageList'
import { OpenMessage } from './OpenMessage'
import type { MessageSearch } from './search'

interface MessagesScreenProps {
  eventId: string
  search: MessageSearch
  onSearch: (search: MessageSearch) => void
}

/** The messages of an event, and how they were delivered. */
export function MessagesScreen({ eventId, search, onSearch }: MessagesScreenProps) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  if (event.isError && !event.data) {
    return <ErrorState error={event.error} onRetry={() => void event.refetch()} />
  }
  if (!event.data) return <Skeleton height={400} radius="md" />
  const { message, from, start, to } = search
  if (message !== undefined) {
    return (
      <>
        <EventHeader event={event.data} entry="messages" />
        <OpenMessage
          key={`${message} ${from} ${start}`}
          event={event.data}
          search={{ message, from, start, to }}
          onSearch={onSearch}
        />
      </>
    )
  }
  const { isCancelled } = event.data
  return (
    <>
      <EventHeader
        event={event.data}
        entry="messages"
        description={t(isCancelled ? 'messages.eventCancelled' : 'messages.intro')}
      >
        {!isCancelled && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => onSearch({ message: 'new' })}>
            {t('messages.write')}
          </Button>
        )}
      </EventHeader>
      <MessageList event={event.data} page={search.page ?? 1} onSearch={onSearch} />
    </>
  )
}
