import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { api, call } from '~/lib/api'

type Schemas = components['schemas']
export type PageSettings = Schemas['PageSettings']

/** The settings of a group's public page; without a group, of the caller's own page. */
export const pageQuery = (groupId?: string) =>
  queryOptions({
    queryKey: ['organiser-page', groupId ?? 'mine'],
    queryFn: ({ signal }) =>
      groupId
        ? call(api.GET('/group/{groupId}/page', { params: { path: { groupId } }, signal }))
        : call(api.GET('/users/me/page', { signal })),
  })

export function usePageUpdate(groupId?: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['PageSettingsChange']) =>
      groupId
        ? call(api.PUT('/group/{groupId}/page', { params: { path: { groupId } }, body }))
        : call(api.PUT('/users/me/page', { body })),
    onSuccess: (page) => queryClient.setQueryData(pageQuery(groupId).queryKey, page),
  })
}
