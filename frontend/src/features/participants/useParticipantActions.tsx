import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import type { Participant } from './queries'

/** The actions on a participant in the list; each shows its result as a toast. */
export function useParticipantActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const tellsResult = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    onSettled: () => void refreshEvent(queryClient, eventId),
  }

  const checkIn = useMutation({
    mutationFn: ({ id, checkedIn }: { id: string; checkedIn: boolean }) =>
      answer(api.POST('/event/checkin', { body: { eventId, attendanceId: id, checkedIn } })),
    ...tellsResult,
  })
  const pay = useMutation({
    mutationFn: ({ id, paymentStatus }: Pick<Participant, 'id' | 'paymentStatus'>) =>
      answer(
        api.PUT('/event/{eventId}/attendances/{id}', {
          params: { path: { eventId, id } },
          body: { paymentStatus },
        }),
      ),
    ...tellsResult,
  })
  const resend = useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/resend', { params: { path: { eventId, id } } })),
    ...tellsResult,
  })
  const confirmation = useMutation({
    mutationFn: (id: string) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/confirm', { params: { path: { eventId, id } } })),
    ...tellsResult,
  })
  const remove = useMutation({
    mutationFn: (ids: string[]) =>
      answer(api.DELETE('/event/{eventId}/attendances', { params: { path: { eventId } }, body: { ids } })),
    ...tellsResult,
  })

  return {
    isBusy: [checkIn, pay, resend, confirmation, remove].some(({ isPending }) => isPending),
    pay: ({ id }: Participant, paymentStatus: Participant['paymentStatus']) =>
      pay.mutate({ id, paymentStatus }),
    resend: ({ id }: Participant) => resend.mutate(id),
    /** Confirms for a participant who cannot open the link in their mail. */
    confirm: ({ id }: Participant) => confirmation.mutate(id),

    /** Checks a participant in or out. Asks first for a VIP, because the welcome screen shows the check-in. */
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

    /** Asks for confirmation. True if they were removed. */
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
