import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import type { Ticket } from './queries'

interface MoveButtonsProps {
  eventId: string
  ticket: Ticket
  /** All classes, in their order. */
  tickets: readonly Ticket[]
}

/** Moves a class one place up or down, also on the public page. */
export function MoveButtons({ eventId, ticket, tickets }: MoveButtonsProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const at = tickets.findIndex(({ id }) => id === ticket.id)
  const { mutate, isPending } = useMutation({
    mutationFn: async (to: number) => {
      const order = tickets.filter(({ id }) => id !== ticket.id)
      order.splice(to, 0, ticket)
      // Positions may have gaps where a class was deleted; only changed positions are saved.
      for (const [sortOrder, { id, sortOrder: before }] of order.entries()) {
        if (before === sortOrder) continue
        const params = { path: { eventId, id } }
        const body = { sortOrder, version: undefined }
        await answer(api.PUT('/event/{eventId}/tickets/{id}', { params, body }))
      }
    },
    onSuccess: () => toast.success([t('tickets.moved')]),
    onSettled: () => void refreshEvent(queryClient, eventId),
  })
  return (
    <>
      {(['moveUp', 'moveDown'] as const).map((direction) => {
        const to = direction === 'moveUp' ? at - 1 : at + 1
        const Glyph = direction === 'moveUp' ? IconArrowUp : IconArrowDown
        return (
          <ActionIcon
            key={direction}
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t(`tickets.${direction}`, { name: ticket.name })}
            disabled={isPending || to < 0 || to >= tickets.length}
            onClick={() => mutate(to)}
          >
            <Glyph size={18} />
          </ActionIcon>
        )
      })}
    </>
  )
}
