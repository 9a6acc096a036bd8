import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { joinLinkQuery } from '../queries'

/** Makes or renews the link of a group, or switches it off. */
export function useLinkActions(groupId: string) {
  const queryClient = useQueryClient()
  const params = { path: { groupId } }
  const { mutate, isPending } = useMutation({
    mutationFn: (action: 'renew' | 'remove') =>
      action === 'renew'
        ? answer(api.POST('/group/{groupId}/join-link', { params }))
        : answer(api.DELETE('/group/{groupId}/join-link', { params })),
    onSuccess: ({ data, messages }) => {
      toast.success(messages)
      queryClient.setQueryData(joinLinkQuery(groupId).queryKey, data)
    },
  })
  return { renew: () => mutate('renew'), remove: () => mutate('remove'), isBusy: isPending }
}
