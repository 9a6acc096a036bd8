import { Button, Group, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft, IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { MessageEditor } from './MessageEditor'
import { MessageReport } from './MessageReport'
import { type Message, messageQuery, startersQuery } from './queries'
import { StarterCards } from './StarterCards'
import { SubjectText } from './SubjectText'
import type { MessageSearch } from './search'

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
  const [begun, setBegun] = useState<{ words?: Pick<Message, 'subject' | 'content' | 'segment'> }>()
  // A finished message is written by the server; what no longer fits is chosen anew.
  const { start } = search
  const isFinished = isNew && start !== undefined && start !== 'blank'
  const starters = useQuery({ ...startersQuery(event.id), enabled: isFinished && !event.isCancelled })
  const starter = isFinished ? starters.data?.find(({ kind }) => kind === start) : undefined
  const isChosen = !isNew || start === 'blank' || starter || search.from || search.to
  const isOpen = isNew || message?.status === 'draft' || message?.status === 'scheduled'
  const isReady = id === undefined || (query.isFetchedAfterMount && query.isSuccess)
  if (!begun && isReady && isOpen && isChosen && !event.isCancelled) setBegun({ words: starter ?? message })

  const toList = () => onSearch({})
  const header = (
    <Group justify="space-between" gap="sm" mb="lg">
      <Title order={2}>
        {isNew ? (
          t(isFinished && starter ? `messages.start.kind.${starter.kind}` : 'messages.untitled')
        ) : (
          <SubjectText subject={message?.subject ?? ''} title={event.title} />
        )}
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
          start={start}
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
  if (isNew && !isChosen) {
    if (isFinished && starters.isPending) return <Skeleton height={400} radius="md" />
    return (
      <>
        {header}
        <StarterCards eventId={event.id} onChoose={(start) => onSearch({ message: 'new', start })} />
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
