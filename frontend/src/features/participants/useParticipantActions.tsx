import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { eventQuery } from '~/lib/eventQueries'
import { codesKey } from './codes/queries'
import { type Participant, participantsKey, ticketsQuery } from './queries'

/** After somebody was added, changed or removed: the lists, the seats left and the log are all old. */
export function refreshParticipants(queryClient: QueryClient, eventId: string) {
  void queryClient.invalidateQueries({ queryKey: participantsKey(eventId) })
  void queryClient.invalidateQueries(ticketsQuery(eventId))
  void queryClient.invalidateQueries(eventQuery(eventId))
  // Whoever goes takes their codes along.
  void queryClient.invalidateQueries({ queryKey: codesKey(eventId) })
  void queryClient.invalidateQueries({ queryKey: ['activities', eventId] })
}

/** What can be done to somebody in the list without opening them; each tells its result. */
export function useParticipantActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const told = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    onSettled: () => refreshParticipants(queryClient, eventId),
  }

  const checkIn = useMutation({
    mutationFn: ({ id, checkedIn }: { id: string; checkedIn: boolean }) =>
      answer(api.POST('/event/checkin', { body: { eventId, attendanceId: id, checkedIn } })),
    ...told,
  })
  const pay = useMutation({
    mutationFn: ({ id, paymentStatus }: Pick<Participant, 'id' | 'paymentStatus'>) =>
      answer(
        api.PUT('/event/{eventId}/attendances/{id}', {
          params: { path: { eventId, id } },
          body: { paymentStatus },
        }),
      ),
    ...told,
  })
  const resend = useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/resend', { params: { path: { eventId, id } } })),
    ...told,
  })
  const confirmation = useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/confirm', { params: { path: { eventId, id } } })),
    ...told,
  })
  const remove = useMutation({
    mutationFn: (ids: string[]) =>
      answer(api.DELETE('/event/{eventId}/attendances', { params: { path: { eventId } }, body: { ids } })),
    ...told,
  })

  return {
    isBusy: [checkIn, pay, resend, confirmation, remove].some(({ isPending }) => isPending),
    pay: ({ id }: Participant, paymentStatus: Participant['paymentStatus']) =>
      pay.mutate({ id, paymentStatus }),
    resend: ({ id }: Participant) => resend.mutate(id),
    /** For somebody who cannot open the link in their mail. */
    confirm: ({ id }: Participant) => confirmation.mutate(id),

    /** In, or out again. For a VIP it asks both ways, because a wrong click is seen by the whole hall. */
    toggleCheckIn: async ({ id, fullName, participationType, checkedInTime }: Participant) => {
      const question = checkedInTime ? 'undo' : 'checkIn'
      const agreed =
        participationType !== 'VIP' ||
        (await confirm({
          title: t(`participants.vip.${question}.title`),
          message: t(`participants.vip.${question}.message`, { name: fullName }),
          confirm: t(`participants.vip.${question}.action`),
        }))
      if (agreed) checkIn.mutate({ id, checkedIn: !checkedInTime })
    },

    /** True when they are gone. */
    remove: async ({ id, name }: { id: string; name: string }): Promise<boolean> => {
      const agreed = await confirm({
        title: t('participants.remove.title'),
        message: t('participants.remove.message', { name }),
        confirm: t('common.delete'),
        dangerous: true,
      })
      if (!agreed) return false
      return remove.mutateAsync([id]).then(
        () => true,
        () => false,
      )
    },
  }
}

export type ParticipantActions = ReturnType<typeof useParticipantActions>
