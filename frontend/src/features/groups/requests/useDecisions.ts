import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { formatNumber } from '~/lib/numbers'
import { type JoinRequest, refreshGroup } from '../queries'

interface Decisions {
  requests: readonly JoinRequest[]
  action: 'accept' | 'reject'
  /** The reason that applicants are told on a rejection. */
  reason?: string
}

/** Decides requests one after the other, also after one of the decisions was refused. */
export function useDecisions(groupId: string, onDone: () => void) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ requests, action, reason }: Decisions) => {
      const decidedNames: string[] = []
      const refusals: string[] = []
      for (const { id, user } of requests) {
        const params = { path: { groupId, id } }
        const decided = answer(
          api.PUT('/group/{groupId}/join-request/{id}', { params, body: { action, reason } }),
        )
        await decided.then(
          () => decidedNames.push(user.fullName),
          (error: unknown) => {
            if (!(error instanceof ApiError)) throw error
            refusals.push(`${user.fullName}: ${error.messages.join(' ')}`)
          },
        )
      }
      return { decidedNames, refusals }
    },
    onSuccess: ({ decidedNames, refusals }, { action }) => {
      const count = decidedNames.length
      if (count > 1) toast.done(t(`groups.waiting.done.${action}`, { count, number: formatNumber(count) }))
      else if (count === 1) toast.done(t(`groups.done.${action}`, { name: decidedNames[0] }))
      if (refusals.length > 0) toast.error(refusals)
      onDone()
    },
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
  return { decide: mutate, isDeciding: isPending }
}
