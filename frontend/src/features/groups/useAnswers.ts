import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { refreshGroup, showMyState } from './queries'

/**
 * Withdraws the caller's request, or accepts or declines an invitation. The result is shown at once; if the server refuses,
 * the refetch shows the true state again.
 */
export function useAnswers(groupId: string, onChange?: () => void) {
  const queryClient = useQueryClient()
  const paramsOf = (id: string) => ({ path: { groupId, id } })
  const tellsResult = {
    onSuccess: ({ messages }: { messages: string[] }) => toast.success(messages),
    onSettled: () => {
      onChange?.()
      return refreshGroup(queryClient, groupId)
    },
  }
  const withdrawal = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/group/{groupId}/join-request/{id}', { params: paramsOf(id) })),
    onMutate: () => showMyState(queryClient, groupId, 'none'),
    ...tellsResult,
  })
  const decision = useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'accept' | 'decline' }) =>
      answer(api.PUT('/group/{groupId}/join-request/{id}', { params: paramsOf(id), body: { action } })),
    onMutate: ({ action }) => showMyState(queryClient, groupId, action === 'accept' ? 'member' : 'none'),
    ...tellsResult,
  })
  return {
    withdraw: (id: string) => withdrawal.mutate(id),
    accept: (id: string) => decision.mutate({ id, action: 'accept' }),
    decline: (id: string) => decision.mutate({ id, action: 'decline' }),
    isBusy: withdrawal.isPending || decision.isPending,
  }
}
