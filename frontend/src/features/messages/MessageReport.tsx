import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconFilter, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { RichTextView } from '~/components/RichText'
import { toast, toastError } from '~/components/toast'
import { useVariables } from '~/features/events/mailVariables'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { formatNumber } from '~/lib/numbers'
import { DeliveryBadge, MessageBadge } from './MessageBadge'
import { Result } from './MessageList'
import classes from './Messages.module.css'
import {
  type Delivery,
  type DeliveryState,
  deliveriesQuery,
  type Message,
  messagesKey,
  PAGE,
} from './queries'
import { useSegmentName } from './segments'

const STATES = ['waiting', 'sent', 'failed', 'skipped'] as const

interface MessageReportProps {
  event: components['schemas']['Event']
  message: Message
  onReuse: (id: string) => void
}

/** A message that was sent, is being sent or was cancelled: its text, and the delivery to each recipient. */
export function MessageReport({ event, message, onReuse }: MessageReportProps) {
  const { t } = useTranslation()
  const nameOf = useSegmentName(event.tickets)
  const retry = useRetry(event.id, message.id)
  const { failed, total } = message.deliveries
  return (
    <Stack gap="lg">
      {(message.problem || event.isCancelled) && (
        <Alert color="marigold" icon={<IconAlertTriangle size={18} />}>
          {message.problem ? t(`messages.problem.${message.problem}`) : t('messages.eventCancelled')}
        </Alert>
      )}
      <Group justify="space-between" align="flex-start">
        <Stack gap="xs">
          <Group gap="sm">
            <MessageBadge status={message.status} />
            <Text>{nameOf(message.segment)}</Text>
            {message.sendAt && <Text c="dimmed">{formatDateTime(message.sendAt)}</Text>}
          </Group>
          <Result message={message} title={event.title} />
        </Stack>
        <Group gap="sm">
          {!event.isCancelled && (
            <Button
              variant="default"
              leftSection={<IconCopy size={18} />}
              onClick={() => onReuse(message.id)}
            >
              {t('messages.reuse')}
            </Button>
          )}
          {failed > 0 && !event.isCancelled && (
            <Button
              leftSection={<IconRefresh size={18} />}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t('messages.retry', { number: formatNumber(failed) })}
            </Button>
          )}
        </Group>
      </Group>
      <div className={classes.mail}>
        <RichTextView html={message.content} variables={useVariables()} />
      </div>
      {total > 0 && <Deliveries eventId={event.id} message={message} />}
    </Stack>
  )
}

function Deliveries({ eventId, message }: { eventId: string; message: Message }) {
  const { t } = useTranslation()
  const [state, setState] = useState<DeliveryState>()
  const [page, setPage] = useState(1)
  const query = useQuery(deliveriesQuery(eventId, message.id, { state, page }, message.status === 'sending'))
  const columns: Column<Delivery>[] = [
    { key: 'name', header: t('messages.column.name'), cell: ({ fullName }) => fullName },
    { key: 'email', header: t('messages.column.email'), cell: ({ email }) => email },
    { key: 'state', header: t('messages.column.state'), cell: (row) => <State delivery={row} /> },
    {
      key: 'time',
      header: t('messages.column.time'),
      cell: ({ sentAt }) => (sentAt ? formatDateTime(sentAt) : null),
    },
  ]
  return (
    <section aria-labelledby="deliveries">
      <Group justify="space-between" align="flex-end" mb="md">
        <Title order={2} fz="lg" id="deliveries">
          {t('messages.deliveries')}
        </Title>
        <Select
          aria-label={t('messages.filter')}
          leftSection={<IconFilter size={16} aria-hidden />}
          allowDeselect={false}
          value={state ?? 'any'}
          data={(['any', ...STATES] as const).map((value) => ({
            value,
            label: t(`messages.state.${value}`),
          }))}
          onChange={(next) => {
            setState(STATES.find((state) => state === next))
            setPage(1)
          }}
        />
      </Group>
      <DataTable
        label={t('messages.deliveries')}
        query={query}
        columns={columns}
        rowId={({ attendanceId }) => attendanceId}
        rowName={({ fullName }) => fullName}
        paging={{ page, size: PAGE, onChange: setPage }}
        empty={
          <EmptyState
            icon={IconFilter}
            title={t('messages.noDeliveries')}
            description={t('messages.noDeliveriesHint')}
          />
        }
      />
    </section>
  )
}

function State({ delivery: { state, reason } }: { delivery: Delivery }) {
  const { t } = useTranslation()
  return (
    <Stack gap={4} align="flex-start">
      <DeliveryBadge state={state} />
      {reason && <Text size="sm">{t(`messages.reason.${reason}`)}</Text>}
    </Stack>
  )
}

function useRetry(eventId: string, id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      answer(api.POST('/event/{eventId}/messages/{id}/retry', { params: { path: { eventId, id } } })),
    onSuccess: ({ messages }) => toast.success(messages),
    onError: toastError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: messagesKey(eventId) }),
  })
}
