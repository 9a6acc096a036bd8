import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { type GroupCard, refreshGroup, showMyState } from '../queries'

/**
 * Withdraws the caller's request, or accepts or declines an invitation. The result is shown at once; if the server refuses,
 * the refetch shows the true state again.
 */
export function useAnswers(
  { id: groupId, name: group }: Pick<GroupCard, 'id' | 'name'>,
  onChange?: () => void,
) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const paramsOf = (id: string) => ({ path: { groupId, id } })
  const onSettled = () => {
    onChange?.()
    return refreshGroup(queryClient, groupId)
  }
  const withdrawal = useMutation({
    mutationFn: (id: string) =>
      answer(api.DELETE('/group/{groupId}/join-request/{id}', { params: paramsOf(id) })),
    onMutate: () => showMyState(queryClient, groupId, 'none'),
    onSuccess: () => toast.done(t('groups.done.withdrawn', { group })),
    onSettled,
  })
  const decision = useMutation({
    mutationFn: ({ id, action }: { id: string; action: 'accept' | 'decline' }) =>
      answer(api.PUT('/group/{groupId}/join-request/{id}', { params: paramsOf(id), body: { action } })),
    onMutate: ({ action }) => showMyState(queryClient, groupId, action === 'accept' ? 'member' : 'none'),
    onSuccess: (_, { action }) =>
      toast.done(t(`groups.done.${action === 'accept' ? 'joined' : 'declined'}`, { group })),
    onSettled,
  })
  return {
    withdraw: (id: string) => withdrawal.mutate(id),
    accept: (id: string) => decision.mutate({ id, action: 'accept' }),
    decline: (id: string) => decision.mutate({ id, action: 'decline' }),
    isBusy: withdrawal.isPending || decision.isPending,
  }
}
