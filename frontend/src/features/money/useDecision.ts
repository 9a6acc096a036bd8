import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { api, call } from '~/lib/api'
import { formatNumber } from '~/lib/numbers'
import { refreshMoney, type TransferDecision } from './queries'

/** Decides about transfers, and reports failures. */
export function useDecision(
  eventId: string | undefined,
  onDone: (decision: TransferDecision, done: string[]) => void,
) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: TransferDecision) => call(api.POST('/transfers/decide', { body })),
    onSuccess: ({ done, failed }, decision) => {
      const [first] = failed
      if (first) {
        const count = failed.length
        // A transfer left out of several is no error: it has to be reviewed on its own.
        const say = decision.ids.length > 1 ? toast.info : toast.error
        say(
          count === 1
            ? first.reason
            : t('money.failed', { number: formatNumber(count), reason: first.reason }),
        )
      }
      onDone(decision, done)
      return refreshMoney(queryClient, eventId)
    },
  })
  return { decide: mutate, isDeciding: isPending }
}
