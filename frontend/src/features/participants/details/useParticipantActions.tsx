import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { earlyWarning, setMeant } from '~/features/events/earlyCheckIn'
import { eventQuery, refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { downloadFile } from '~/lib/download'
import { formatMoney } from '~/lib/numbers'
import { outstanding } from '../payments/owed'
import type { Participant } from '../queries'
import { TellSwitch } from '../removal/TellSwitch'
import { canBeTold } from '../removal/told'
import { useRemoval } from '../removal/useRemoval'

type PaymentStatus = Participant['paymentStatus']

interface CheckIn {
  participant: Participant
  checkedIn: boolean
}

interface Pay {
  participant: Participant
  paymentStatus: PaymentStatus
}

/** Whether marking the other way leads back: all that was received was noted by hand in one piece, before or now. */
const isReversible = (before: Participant, after: Participant) => {
  const [less, more] = before.received < after.received ? [before, after] : [after, before]
  return less.received === 0 && more.received === more.amount && more.paidWay === 'hand'
}

/**
 * The actions on a participant in the list; each names the participant, and can be undone where the server allows it.
 */
export function useParticipantActions(eventId: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const onSettled = () => void refreshEvent(queryClient, eventId)
  const name = ({ fullName }: Participant) => ({ name: fullName })

  const checkIn = useMutation({
    mutationFn: ({ participant: { id }, checkedIn }: CheckIn) =>
      answer(api.POST('/event/checkin', { body: { eventId, attendanceId: id, checkedIn } })),
    onSuccess: (_, { participant, checkedIn }) =>
      toast.done(t(`participants.done.${checkedIn ? 'checkedIn' : 'checkInUndone'}`, name(participant)), () =>
        checkIn.mutate({ participant, checkedIn: !checkedIn }),
      ),
    onSettled,
  })
  const pay = useMutation({
    mutationFn: ({ participant: { id }, paymentStatus }: Pay) =>
      answer(
        api.PUT('/event/{eventId}/attendances/{id}', {
          params: { path: { eventId, id } },
          body: { paymentStatus, updatedAt: undefined },
        }),
      ),
    onSuccess: ({ data }, { participant, paymentStatus }) => {
      const amount = outstanding(paymentStatus === 'paid' ? participant : data)
      const fact = t(`participants.done.${paymentStatus}`, {
        ...name(participant),
        amount: formatMoney(amount),
      })
      toast.done(
        fact,
        isReversible(participant, data)
          ? () => pay.mutate({ participant: data, paymentStatus: participant.paymentStatus })
          : undefined,
      )
    },
    onSettled,
  })
  const resend = useMutation({
    mutationFn: ({ id }: Participant) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/resend', { params: { path: { eventId, id } } })),
    onSuccess: (_, participant) =>
      toast.done(t('participants.done.resent', { ...name(participant), email: participant.email })),
    onSettled,
  })
  const receipt = useMutation({
    mutationFn: ({ id }: Participant) => downloadFile(`/event/${eventId}/attendances/${id}/receipt`),
  })
  const confirmation = useMutation({
    mutationFn: ({ id }: Participant) =>
      answer(api.POST('/event/{eventId}/attendances/{id}/confirm', { params: { path: { eventId, id } } })),
    onSuccess: (_, participant) => toast.done(t('participants.done.confirmed', name(participant))),
    onSettled,
  })
  const removeLater = useRemoval(eventId)

  return {
    isBusy: [checkIn, pay, resend, confirmation].some(({ isPending }) => isPending),
    pay: (participant: Participant, paymentStatus: PaymentStatus) =>
      pay.mutate({ participant, paymentStatus }),
    resend: (participant: Participant) => resend.mutate(participant),
    receipt: (participant: Participant) => receipt.mutate(participant),
    /** Confirms for a participant who cannot open the link in their mail. */
    confirm: (participant: Participant) => confirmation.mutate(participant),

    /**
     * Checks a participant in or out. Asks first for a VIP, because the welcome screen shows the check-in, and once a
     * session long before the event.
     */
    toggleCheckIn: async (participant: Participant) => {
      const { fullName, participationType, checkedInTime } = participant
      const question = checkedInTime ? 'undo' : 'checkIn'
      const event = queryClient.getQueryData(eventQuery(eventId).queryKey)
      const warning = event && !checkedInTime ? earlyWarning(eventId, event.eventStartDate) : null
      const ofVip = {
        title: t(`participants.vip.${question}.title`),
        message: [warning, t(`participants.vip.${question}.message`, { name: fullName })]
          .filter(Boolean)
          .join('. '),
        confirm: t(`participants.vip.${question}.action`),
      }
      const early = warning && {
        title: warning,
        message: t('checkin.early.message'),
        confirm: t('checkin.early.action'),
      }
      const asked = participationType === 'VIP' ? ofVip : early
      if (asked && !(await confirm(asked))) return
      if (warning) setMeant(eventId)
      checkIn.mutate({ participant, checkedIn: !checkedInTime })
    },

    /**
     * Asks, and then removes a participant, which can be taken back for a while; a refund follows for money that was
     * received, and a mail if it is wanted. True if the participant is gone from the list.
     */
    remove: async (participant: Participant): Promise<boolean> => {
      const { id, received, email } = participant
      const isAsked = canBeTold(queryClient, eventId, participant)
      let isTold = true
      const message = [
        t('participants.remove.message'),
        received > 0 && t('participants.remove.money', { amount: formatMoney(received) }),
        received > 0 && email && !isAsked && t('participants.remove.moneyTold'),
        t('participants.remove.undoable'),
      ]
      const agreed = await confirm({
        title: t('participants.remove.title', name(participant)),
        message: (
          <Stack gap="lg">
            <Text>{message.filter(Boolean).join(' ')}</Text>
            {isAsked && (
              <TellSwitch
                label={t('participants.remove.tell', name(participant))}
                onTell={(wanted) => {
                  isTold = wanted
                }}
              />
            )}
          </Stack>
        ),
        confirm: t('common.delete'),
        dangerous: true,
      })
      if (agreed) removeLater([id], isAsked ? isTold : undefined)
      return agreed
    },
  }
}

export type ParticipantActions = ReturnType<typeof useParticipantActions>
