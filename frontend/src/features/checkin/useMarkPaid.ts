import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { refreshEvent } from '~/features/events/queries'
import { answer, api } from '~/lib/api'

/** Records, at the door, that the amount due was handed over. */
export function useMarkPaid(eventId: string, onPaid: () => void): (attendanceId: string) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: string) =>
      answer(
        api.PUT('/event/{eventId}/attendances/{id}', {
          params: { path: { eventId, id } },
          body: { paymentStatus: 'paid', atDoor: true },
        }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onPaid()
      return refreshEvent(queryClient, eventId)
    },
  })
  return mutate
}
