import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { Late, lateParts } from '~/components/Late'
import { readable } from '~/features/events/mailVariables'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { MessageBadge } from './MessageBadge'
import { type MessageSummary, messagesQuery, PAGE } from './queries'
import { SubjectText } from './SubjectText'
import type { MessageSearch } from './search'
import { useSegmentName } from './segments'

const { late } = lateParts(() => import('~/features/events/log/EventLogDrawer'))
const EventLogDrawer = late((parts) => parts.EventLogDrawer)

interface MessageListProps {
  event: components['schemas']['Event']
  page: number
  onSearch: (search: MessageSearch) => void
}

/** The event's messages, the newest first, with how far each has come. */
export function MessageList({ event, page, onSearch }: MessageListProps) {
  const { t } = useTranslation()
  const query = useQuery(messagesQuery(event.id, page))
  const nameOf = useSegmentName(event.tickets)
  const columns: Column<MessageSummary>[] = [
    {
      key: 'subject',
      header: t('messages.column.subject'),
      cell: ({ subject }) => <SubjectText subject={subject} title={event.title} />,
    },
    { key: 'to', header: t('messages.column.to'), cell: ({ segment }) => nameOf(segment) },
    { key: 'status', header: t('messages.column.status'), cell: (row) => <Status message={row} /> },
    {
      key: 'result',
      header: t('messages.column.result'),
      cell: (row) => <Result message={row} title={event.title} />,
    },
  ]
  return (
    <DataTable
      label={t('messages.title')}
      query={query}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ subject }) => readable(subject, event.title)}
      onOpen={({ id }) => onSearch({ message: id })}
      paging={{ page, size: PAGE, onChange: (next) => onSearch({ page: next }) }}
      empty={
        <EmptyState
          icon={IconMail}
          title={t('messages.empty')}
          description={event.isCancelled ? undefined : t('messages.emptyHint')}
        >
          {!event.isCancelled && (
            <Button leftSection={<IconPlus size={18} />} onClick={() => onSearch({ message: 'new' })}>
              {t('messages.write')}
            </Button>
          )}
          <ToLog eventId={event.id} />
        </EmptyState>
      }
    />
  )
}

/** Where the letters about a changed time or place are: they are no messages. */
function ToLog({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Text size="sm" c="dimmed" maw={440}>
        {t('messages.lettersInLog')}{' '}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => setOpen(true)}>
          {t('messages.openLog')}
        </Anchor>
      </Text>
      <Late onClose={close}>{isOpen && <EventLogDrawer eventId={eventId} onClose={close} />}</Late>
    </>
  )
}

function Status({ message: { status, sendAt, sentAt, updatedAt } }: { message: MessageSummary }) {
  const { t } = useTranslation()
  const [word, time] =
    status === 'scheduled' && sendAt
      ? (['scheduled', sendAt] as const)
      : status === 'sending' && sendAt
        ? (['sending', sendAt] as const)
        : status === 'sent' && sentAt
          ? (['sent', sentAt] as const)
          : ([status === 'cancelled' ? 'cancelled' : 'saved', updatedAt] as const)
  return (
    <Stack gap={4} align="flex-start">
      <MessageBadge status={status} />
      <Text size="sm" c="dimmed">
        {t(`messages.when.${word}`, { time: formatDateTime(time) })}
      </Text>
    </Stack>
  )
}

interface ResultProps {
  message: MessageSummary
  /** Of the event. */
  title: string
}

export function Result({ message, title }: ResultProps) {
  const { t } = useTranslation()
  const { total, waiting } = message.deliveries
  if (total === 0) return null
  const done = total - waiting
  return (
    <Stack gap={4} miw={160}>
      {message.status === 'sending' && (
        <Group gap="xs" wrap="nowrap">
          <Progress
            flex={1}
            value={(100 * done) / total}
            aria-label={t('messages.progressOf', { subject: readable(message.subject, title) })}
          />
          <Text size="sm">
            {t('messages.progress', { done: formatNumber(done), total: formatNumber(total) })}
          </Text>
        </Group>
      )}
      <Text size="sm" aria-live="polite">
        {(['sent', 'failed', 'skipped', 'waiting'] as const)
          .filter((state) => message.deliveries[state] > 0)
          .map((state) => t(`messages.count.${state}`, { number: formatNumber(message.deliveries[state]) }))
          .join(' · ')}
      </Text>
    </Stack>
  )
}
