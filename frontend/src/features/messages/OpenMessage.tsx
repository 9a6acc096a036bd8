import { Button, Group, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { readable } from '~/features/events/mailVariables'
import { MessageEditor } from './MessageEditor'
import { MessageReport } from './MessageReport'
import { type Message, type MessageSearch, messageQuery } from './queries'

interface OpenMessageProps {
  event: components['schemas']['Event']
  /** `new`, perhaps with the words of another one, or the message's identifier. */
  search: MessageSearch & { message: string }
  onSearch: (search: MessageSearch) => void
}

/** One message: written while it can be, and read afterwards. */
export function OpenMessage({ event, search, onSearch }: OpenMessageProps) {
  const { t } = useTranslation()
  const isNew = search.message === 'new'
  const id = isNew ? search.from : search.message
  const query = useQuery({
    ...messageQuery(event.id, id ?? ''),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  const message = query.data
  // The editor begins with the stored version, and then stays: its text is not lost when the message's time comes, or
  // the event is cancelled, in the meantime.
  const [begun, setBegun] = useState<{ words?: Message }>()
  const isOpen = isNew || message?.status === 'draft' || message?.status === 'scheduled'
  const isReady = id === undefined || (query.isFetchedAfterMount && query.isSuccess)
  if (!begun && isReady && isOpen && !event.isCancelled) setBegun({ words: message })

  const toList = () => onSearch({})
  const header = (
    <Group justify="space-between" gap="sm" mb="lg">
      <Title order={2}>
        {isNew ? t('messages.untitled') : readable(message?.subject ?? '', event.title)}
      </Title>
      <Button variant="default" leftSection={<IconArrowLeft size={18} />} onClick={toList}>
        {t('messages.backToList')}
      </Button>
    </Group>
  )
  if (begun) {
    return (
      <>
        {header}
        <MessageEditor
          event={event}
          message={isNew ? null : (message ?? null)}
          words={begun.words}
          to={search.to}
          onDone={toList}
        />
      </>
    )
  }
  if (isNew && event.isCancelled) {
    return (
      <>
        {header}
        <EmptyState icon={IconMailOff} title={t('messages.eventCancelled')} />
      </>
    )
  }
  if (query.isError && (!message || isOpen)) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  }
  if (!message || (isOpen && !event.isCancelled)) return <Skeleton height={400} radius="md" />
  return (
    <>
      {header}
      <MessageReport event={event} message={message} onReuse={(from) => onSearch({ message: 'new', from })} />
    </>
  )
}
