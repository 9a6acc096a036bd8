import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey, refreshEvent } from '~/features/events/queries'
import { answer, api, call } from '~/lib/api'

type Schemas = components['schemas']

export type Retention = Schemas['Retention']

/** Until when the personal data of the event's participants is kept. */
export const retentionQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'retention'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/retention', { params: { path: { eventId } }, signal })),
  })

/**
 * The data that an erasure would erase now. It reads every row, so a key of its own keeps changes at the door from
 * refetching it.
 */
export const erasurePreviewQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['erasurePreview', eventId],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/retention/preview', { params: { path: { eventId } }, signal })),
    gcTime: 0,
  })

export function useRetentionChange(eventId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['RetentionBody']) =>
      answer(api.PUT('/event/{eventId}/retention', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}
