import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { refreshGroup } from '~/features/groups/queries'
import { answer, api } from '~/lib/api'

type Point = components['schemas']['Point']
type Action = () => Promise<{ messages: string[] }>

/** Actions on a point as it is shown: the server refuses decisions about a version that nobody has read. `onDone` is called
 * after the server has carried one out. */
export function usePointActions(
  groupId: string,
  { id, version }: Pick<Point, 'id' | 'version'>,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  const params = { path: { groupId, id } }
  const { mutate, isPending: isBusy } = useMutation({
    mutationFn: (action: Action) => action(),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      onDone()
    },
    // Also after a refusal: another leader may have decided already.
    onSettled: () => void refreshGroup(queryClient, groupId),
  })
  return {
    isBusy,
    approve: () =>
      mutate(() => answer(api.PUT('/group/{groupId}/point/{id}/approve', { params, body: { version } }))),
    reject: (reason: string) =>
      mutate(() =>
        answer(api.PUT('/group/{groupId}/point/{id}/reject', { params, body: { reason, version } })),
      ),
    voidPoint: (reason: string) =>
      mutate(() =>
        answer(api.PUT('/group/{groupId}/point/{id}/void', { params, body: { reason, version } })),
      ),
    answer: (said: components['schemas']['PartyAnswer']) =>
      mutate(() =>
        answer(api.PUT('/group/{groupId}/point/{id}/answer', { params, body: { answer: said, version } })),
      ),
    withdraw: () => mutate(() => answer(api.DELETE('/group/{groupId}/point/{id}', { params }))),
  }
}
