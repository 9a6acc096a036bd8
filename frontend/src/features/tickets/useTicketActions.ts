import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast, toastError } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import type { DraftTicket } from '~/features/events/wizard/draftStore'
import { newTicketOf } from '~/features/events/wizard/eventBody'
import { answer, api } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import type { Ticket } from './queries'

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

  /** The class as it is stored; throws the server's refusal. */
  const save = async ({ id, ...ticket }: DraftTicket): Promise<Ticket> => {
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
  }

  /** Says that a class with registrations cannot be removed, and offers to hide it. The class if it was hidden. */
  const hideInstead = async (ticket: DraftTicket, sold: number): Promise<Ticket | undefined> => {
    const { name, isHidden } = ticket
    const agreed = await confirm({
      title: t('tickets.keep.title', { count: sold, number: formatNumber(sold) }),
      message: t(`tickets.keep.${isHidden ? 'isHidden' : 'message'}`, { name }),
      ...(isHidden ? { cancel: null } : { confirm: t('tickets.keep.hide') }),
    })
    if (!agreed || isHidden) return undefined
    return save({ ...ticket, isHidden: true }).catch((error) => {
      toastError(error)
      return undefined
    })
  }

  return {
    save,

    /** Asks first. `true` if the class was removed, and the class if it was hidden instead. */
    remove: async (ticket: DraftTicket): Promise<Ticket | boolean> => {
      const { id, name, sold = 0 } = ticket
      if (sold > 0) return (await hideInstead(ticket, sold)) ?? false
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
