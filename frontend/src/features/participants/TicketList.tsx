import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { IconEyeOff, IconPencil, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { type Column, DataTable } from '~/components/DataTable'
import { EmptyState } from '~/components/EmptyState'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatMoney, formatNumber } from '~/lib/money'
import { type Ticket, ticketsQuery } from './queries'
import { TicketModal } from './TicketModal'
import { MoveButtons } from './TicketMove'
import { refreshParticipants } from './useParticipantActions'

/** The ticket classes of the event, with what is sold and what is left. */
export function TicketList({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(ticketsQuery(eventId))
  const [edited, setEdited] = useState<Ticket | 'new' | null>(null)
  const remove = useRemoveTicket(eventId)
  const columns = useColumns()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setEdited('new')}>
      {t('participants.tickets.add')}
    </Button>
  )

  return (
    <>
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
            {data && data.length > 1 && <MoveButtons {...{ eventId, ticket }} tickets={data} />}
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('participants.tickets.edit', { name: ticket.name })}
              onClick={() => setEdited(ticket)}
            >
              <IconPencil size={18} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={t('participants.tickets.delete', { name: ticket.name })}
              onClick={() => void remove(ticket)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        )}
        empty={
          <EmptyState
            icon={IconTicket}
            title={t('participants.tickets.empty')}
            description={t('participants.tickets.emptyHint')}
          >
            {add}
          </EmptyState>
        }
      />
      {edited && (
        <TicketModal
          eventId={eventId}
          ticket={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

function useRemoveTicket(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/event/{eventId}/tickets/{id}', { params: { path: { eventId, id } } })),
    onSuccess: ({ messages }) => toast.success(messages),
    onSettled: () => refreshParticipants(queryClient, eventId),
  })
  return async ({ id, name }: Ticket) => {
    const question = {
      title: t('participants.tickets.deleteTitle'),
      message: t('participants.tickets.deleteMessage', { name }),
    }
    if (await confirm({ ...question, confirm: t('common.delete'), dangerous: true })) mutate(id)
  }
}

function useColumns(): Column<Ticket>[] {
  const { t } = useTranslation()
  const orUnlimited = (seats: number) => (seats === -1 ? t('common.unlimited') : formatNumber(seats))
  return [
    {
      key: 'name',
      header: t('participants.tickets.name'),
      cell: ({ name, description, isHidden }) => (
        <>
          {name}{' '}
          {isHidden && (
            <Badge variant="light" color="gray" tt="none" fw={500} leftSection={<IconEyeOff size={12} />}>
              {t('participants.tickets.hidden')}
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
      header: t('participants.tickets.price'),
      align: 'right',
      cell: ({ price }) => (price === 0 ? t('participants.tickets.free') : formatMoney(price)),
    },
    {
      key: 'sold',
      header: t('participants.tickets.sold'),
      align: 'right',
      cell: ({ sold }) => formatNumber(sold),
    },
    {
      key: 'remaining',
      header: t('participants.tickets.remaining'),
      align: 'right',
      cell: ({ remaining }) => (remaining === 0 ? t('participants.tickets.soldOut') : orUnlimited(remaining)),
    },
    {
      key: 'quantity',
      header: t('participants.tickets.quantity'),
      align: 'right',
      cell: ({ quantity }) => orUnlimited(quantity),
    },
    {
      key: 'codeUses',
      header: t('participants.tickets.codeUses'),
      align: 'right',
      cell: ({ timesUsed }) => formatNumber(timesUsed),
    },
  ]
}
