import { ActionIcon, Alert, Badge, Button, Group, Progress, Text } from '@mantine/core'
import { IconEyeOff, IconInfoCircle, IconPencil, IconTicket, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { eventQuery } from '~/features/events/queries'
import { takesMoney } from '~/features/events/wizard/defaults'
import { draftTicketOf } from '~/features/events/wizard/draftStore'
import { formatMoney, formatNumber } from '~/lib/numbers'
import { isTypedHere } from '~/lib/typed'
import { AddTicketButton } from './AddTicketButton'
import { MoveButtons } from './MoveButtons'
import { type Ticket, ticketsQuery } from './queries'
import { TicketClassModal } from './TicketClassModal'
import { useTicketActions } from './useTicketActions'

/** Says that the organiser collects the prices, because the registration page takes no payment. */
function Collected({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  if (!event.data?.turnOffPayment || event.data.isCancelled) return null
  return (
    <Alert icon={<IconInfoCircle size={20} />} variant="light" mb="md">
      <Group justify="space-between" gap="sm">
        <Text flex="1 1 240px">{t('tickets.collected')}</Text>
        <Button
          variant="default"
          renderRoot={(root) => (
            <Link
              to="/event-management/edit/$eventId"
              params={{ eventId }}
              search={{ step: 'paymentInfo' }}
              {...root}
            />
          )}
        >
          {t('tickets.takeMoney')}
        </Button>
      </Group>
    </Alert>
  )
}

/** The ticket classes of the event, with sold and remaining tickets. */
export function TicketList({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(ticketsQuery(eventId))
  const [edited, setEdited] = useState<Ticket | 'new' | null>(() => (isTypedHere('ticket ') ? 'new' : null))
  const { save, remove } = useTicketActions(eventId)
  const columns = useColumns()
  const add = <AddTicketButton count={data?.length ?? 0} onClick={() => setEdited('new')} />

  return (
    <>
      {data && takesMoney({ tickets: data }) && <Collected eventId={eventId} />}
      {data && data.length > 0 && (
        <Group justify="flex-end" mb="md">
          {add}
        </Group>
      )}
      <DataTable
        label={t('participants.tab.tickets')}
        query={{ data: data && { items: data, total: data.length }, error, refetch }}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onOpen={setEdited}
        actions={(ticket) => (
          <Group gap={4} wrap="nowrap">
            {data && data.length > 1 && <MoveButtons eventId={eventId} ticket={ticket} tickets={data} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('tickets.edit', { name: ticket.name })}
              onClick={() => setEdited(ticket)}
            >
              <IconPencil size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t('tickets.removeNamed', { name: ticket.name })}
              onClick={() => void remove(draftTicketOf(ticket))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        )}
        empty={
          <EmptyState
            icon={IconTicket}
            title={t('tickets.empty.title')}
            description={t('tickets.empty.description')}
          >
            {add}
          </EmptyState>
        }
      />
      {edited && (
        <TicketClassModal
          ticket={edited === 'new' ? undefined : draftTicketOf(edited)}
          others={(data ?? []).filter(({ id }) => edited === 'new' || id !== edited.id)}
          onClose={() => setEdited(null)}
          onSave={save}
        />
      )}
    </>
  )
}

function useColumns(): Column<Ticket>[] {
  const { t } = useTranslation()
  const orUnlimited = (seats: number) => (seats === -1 ? t('common.unlimited') : formatNumber(seats))
  return [
    {
      key: 'name',
      header: t('tickets.name'),
      cell: ({ name, description, isHidden }) => (
        <>
          {name}{' '}
          {isHidden && (
            <Badge variant="light" color="gray" tt="none" fw={500} leftSection={<IconEyeOff size={12} />}>
              {t('tickets.hidden')}
            </Badge>
          )}
          {description && (
            <Text component="span" display="block" size="sm" c="dimmed" fw={400} lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'price',
      header: t('tickets.price'),
      align: 'right',
      cell: ({ price }) => (price === 0 ? t('tickets.free') : formatMoney(price)),
    },
    {
      key: 'sold',
      header: t('tickets.column.sold'),
      align: 'right',
      cell: ({ sold, quantity }) => (
        <>
          {formatNumber(sold)}
          {quantity > 0 && <Progress value={(sold / quantity) * 100} size={4} mt={2} miw={64} aria-hidden />}
        </>
      ),
    },
    {
      key: 'remaining',
      header: t('tickets.remaining'),
      align: 'right',
      cell: ({ remaining }) => (remaining === 0 ? t('tickets.soldOut') : orUnlimited(remaining)),
    },
    {
      key: 'quantity',
      header: t('tickets.quantity'),
      align: 'right',
      cell: ({ quantity }) => orUnlimited(quantity),
    },
    {
      key: 'codeUses',
      header: t('tickets.codeUses'),
      align: 'right',
      cell: ({ timesUsed }) => formatNumber(timesUsed),
    },
  ]
}
