import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'
import { ApiError, CODE } from '~/lib/apiError'
import { dealOf } from './deal'

type Point = components['schemas']['Point']

interface Action {
  /** The finished action, which chooses the message after it. */
  done: 'approved' | 'rejected' | 'voided' | 'withdrawn' | components['schemas']['PartyAnswer']
  run: () => Promise<unknown>
}

interface Listeners {
  /** The server has carried out an action. */
  onDone: () => void
  /** The server has refused an action, because the point was changed after it was shown. */
  onChanged: () => void
}

/** Actions on a point as it is shown: the server refuses decisions about another version than the one that was read. */
export function usePointActions(groupId: string, point: Point, { onDone, onChanged }: Listeners) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, version } = point
  const params = { path: { groupId, id } }
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: ({ run }: Action) => run(),
    onSuccess: (_, { done }) => {
      toast.done(t(`points.done.${done}`, { deal: dealOf(point) }))
      onDone()
    },
    onSettled: (_, error) => {
      if (error instanceof ApiError && error.code === CODE.conflict) onChanged()
      // Also after a refusal: another leader may have decided already.
      void refreshGroup(queryClient, groupId)
    },
  })
  return {
    isBusy,
    approve: () =>
      mutate({
        done: 'approved',
        run: () => answer(api.PUT('/group/{groupId}/point/{id}/approve', { params, body: { version } })),
      }),
    reject: (reason: string) =>
      mutate({
        done: 'rejected',
        run: () =>
          answer(api.PUT('/group/{groupId}/point/{id}/reject', { params, body: { reason, version } })),
      }),
    voidPoint: (reason: string) =>
      mutate({
        done: 'voided',
        run: () => answer(api.PUT('/group/{groupId}/point/{id}/void', { params, body: { reason, version } })),
      }),
    answer: (said: components['schemas']['PartyAnswer']) =>
      mutate({
        done: said,
        run: () =>
          answer(api.PUT('/group/{groupId}/point/{id}/answer', { params, body: { answer: said, version } })),
      }),
    withdraw: () =>
      mutate({
        done: 'withdrawn',
        run: () => answer(api.DELETE('/group/{groupId}/point/{id}', { params })),
      }),
  }
}
