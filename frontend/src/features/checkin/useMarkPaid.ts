import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { t } from '~/lib/language'
import { formatMoney } from '~/lib/money'
import type { DoorPerson } from './scan'

export interface Payer extends Pick<DoorPerson, 'attendanceId' | 'fullName'> {
  /** What they owed, in dong. */
  amount: number
}

/** Records, at the door, that the amount due was handed over, which can be taken back. */
export function useMarkPaid(eventId: string, onPaid: () => void): (payer: Payer) => void {
  const queryClient = useQueryClient()
  const record = ({ attendanceId: id }: Payer, paymentStatus: 'paid' | 'unpaid') =>
    answer(
      api.PUT('/event/{eventId}/attendances/{id}', {
        params: { path: { eventId, id } },
        body: paymentStatus === 'paid' ? { paymentStatus, atDoor: true } : { paymentStatus },
      }),
    )
  const undo = useMutation({
    mutationFn: (payer: Payer) => record(payer, 'unpaid'),
    onSuccess: (_, payer) => {
      toast.done(t('checkin.unpaidAgain', wordsOf(payer)))
      return refreshEvent(queryClient, eventId)
    },
  })
  const { mutate } = useMutation({
    mutationFn: (payer: Payer) => record(payer, 'paid'),
    onSuccess: (_, payer) => {
      toast.done(t('checkin.paid', wordsOf(payer)), () => undo.mutate(payer))
      onPaid()
      return refreshEvent(queryClient, eventId)
    },
  })
  return mutate
}

const wordsOf = ({ fullName, amount }: Payer) => ({ name: fullName, amount: formatMoney(amount) })
