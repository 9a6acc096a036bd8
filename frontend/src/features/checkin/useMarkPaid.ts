import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'
import { t } from '~/lib/language'
import { formatMoney } from '~/lib/numbers'
import { keyHeader } from './queries'
import type { Door, DoorPerson } from './scan'

export interface Payer extends Pick<DoorPerson, 'attendanceId' | 'fullName'> {
  /** The amount they owed, in dong. */
  amount: number
}

/** Records, at the door, that the amount due was handed over, which an account that may change participants can take back. */
export function useMarkPaid(
  door: Door,
  changesGuests: boolean,
  onPaid: (payer: Payer) => void,
): (payer: Payer) => void {
  const { eventId } = door
  const queryClient = useQueryClient()
  const takeBackFrom = ({ attendanceId: id }: Payer) =>
    answer(
      api.PUT('/event/{eventId}/attendances/{id}', {
        params: { path: { eventId, id } },
        body: { paymentStatus: 'unpaid', updatedAt: undefined },
      }),
    )
  const undo = useMutation({
    mutationFn: takeBackFrom,
    onSuccess: (_, payer) => {
      toast.done(t('checkin.unpaidAgain', wordsOf(payer)))
      return refreshEvent(queryClient, eventId)
    },
  })
  const receive = ({ attendanceId, amount }: Payer) => {
    const params = { path: { eventId }, header: keyHeader(door) }
    return answer(api.POST('/event/{eventId}/checkin/cash', { params, body: { attendanceId, amount } }))
  }
  const { mutate } = useMutation({
    mutationFn: receive,
    onSettled: () => refreshEvent(queryClient, eventId),
    onSuccess: (_, payer) => {
      const takeBack = changesGuests ? () => undo.mutate(payer) : undefined
      toast.done(t('checkin.paid', wordsOf(payer)), takeBack)
      onPaid(payer)
    },
  })
  return mutate
}

const wordsOf = ({ fullName, amount }: Payer) => ({ name: fullName, amount: formatMoney(amount) })
