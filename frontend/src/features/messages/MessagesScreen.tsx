import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { eventQuery } from '~/features/events/queries'
import { MessageList } from './MessageList'
import { OpenMessage } from './OpenMessage'
import type { MessageSearch } from './queries'

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
  const { message, from } = search
  if (message !== undefined) {
    return (
      <OpenMessage
        key={`${message} ${from}`}
        event={event.data}
        search={{ message, from }}
        onSearch={onSearch}
      />
    )
  }
  const { title, isCancelled } = event.data
  return (
    <>
      <PageHeader
        title={t('messages.titleOf', { event: title })}
        description={t(isCancelled ? 'messages.eventCancelled' : 'messages.intro')}
      >
        <Button
          variant="default"
          leftSection={<IconArrowLeft size={18} />}
          renderRoot={(props) => (
            <Link {...props} to="/participant-management/$eventId/$" params={{ eventId, _splat: '' }} />
          )}
        >
          {t('messages.back')}
        </Button>
        {!isCancelled && (
          <Button leftSection={<IconPlus size={18} />} onClick={() => onSearch({ message: 'new' })}>
            {t('messages.write')}
          </Button>
        )}
      </PageHeader>
      <MessageList event={event.data} page={search.page ?? 1} onSearch={onSearch} />
    </>
  )
}
