import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { eventQuery } from '~/lib/eventQueries'
import { MessageEditor } from './MessageEditor'
import { MessageList } from './MessageList'
import { MessageReport } from './MessageReport'
import { type MessageSearch, messageQuery } from './queries'

interface MessagesScreenProps {
  eventId: string
  search: MessageSearch
  onSearch: (search: MessageSearch) => void
}

/** What the organiser writes to the participants of one event, and what came of it. */
export function MessagesScreen({ eventId, search, onSearch }: MessagesScreenProps) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const openId = search.message === 'new' ? search.from : search.message
  const message = useQuery({ ...messageQuery(eventId, openId ?? ''), enabled: openId !== undefined })
  const failed = event.isError ? event : openId !== undefined && message.isError ? message : null
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!event.data || (openId !== undefined && !message.data)) return <Skeleton height={400} radius="md" />

  const toList = () => onSearch({})
  const back = (
    <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={toList}>
      {t('messages.backToList')}
    </Button>
  )
  if (search.message === undefined) {
    return (
      <>
        <PageHeader
          title={t('messages.titleOf', { event: event.data.title })}
          description={t('messages.intro')}
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
          <Button leftSection={<IconPlus size={18} />} onClick={() => onSearch({ message: 'new' })}>
            {t('messages.write')}
          </Button>
        </PageHeader>
        <MessageList event={event.data} page={search.page ?? 1} onSearch={onSearch} />
      </>
    )
  }
  const isOpen = message.data?.status === 'draft' || message.data?.status === 'scheduled'
  const isNew = search.message === 'new'
  return (
    <>
      <PageHeader title={isNew ? t('messages.untitled') : (message.data?.subject ?? '')}>{back}</PageHeader>
      {isNew || isOpen ? (
        <MessageEditor
          key={search.message}
          event={event.data}
          message={isNew ? null : (message.data ?? null)}
          words={message.data}
          onDone={toList}
        />
      ) : (
        message.data && (
          <MessageReport
            event={event.data}
            message={message.data}
            onReuse={(from) => onSearch({ message: 'new', from })}
          />
        )
      )}
    </>
  )
}
