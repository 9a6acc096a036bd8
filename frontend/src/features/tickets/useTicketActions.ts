import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import type { DraftTicket } from '~/features/events/wizard/draftStore'
import { newTicketOf } from '~/features/events/wizard/eventBody'
import { answer, api } from '~/lib/api'

/** Saves and removes ticket classes of a stored event, and shows the result as a toast. */
export function useTicketActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const removal = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/event/{eventId}/tickets/{id}', { params: { path: { eventId, id } } })),
    onSuccess: ({ messages }) => toast.success(messages),
    onSettled: () => void refreshEvent(queryClient, eventId),
  })

  return {
    /** The class as it is stored; throws the server's refusal. */
    save: async ({ id, ...ticket }: DraftTicket) => {
      const body = newTicketOf(ticket)
      const { data, messages } = await answer(
        id
          ? api.PUT('/event/{eventId}/tickets/{id}', {
              params: { path: { eventId, id } },
              body: { ...body, price: body.price ?? undefined, version: ticket.version },
            })
          : api.POST('/event/{eventId}/tickets', { params: { path: { eventId } }, body }),
      )
      toast.success(messages)
      void refreshEvent(queryClient, eventId)
      return data
    },

    /** Asks for confirmation. True if the class was removed. */
    remove: async ({ id, name }: Pick<DraftTicket, 'id' | 'name'>): Promise<boolean> => {
      const agreed = await confirm({
        title: t('tickets.remove.title'),
        message: t('tickets.remove.message', { name }),
        confirm: t('common.delete'),
        dangerous: true,
      })
      if (!agreed || !id) return false
      return removal.mutateAsync(id).then(
        () => true,
        () => false,
      )
    },
  }
}
