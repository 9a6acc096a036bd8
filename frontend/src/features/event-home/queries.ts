import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { refreshEvent } from '~/features/events/queries'
import { participantsKey } from '~/features/participants/queries'
import { answer, api, type Change, call } from '~/lib/api'

type Schemas = components['schemas']

export type EventTodo = Schemas['EventTodo']
export type Retention = Schemas['Retention']

/**
 * The tasks that wait for the organiser, and until when personal data is kept. Tasks are done on other screens, so each
 * visit of the home asks for them again.
 */
export const todoQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...participantsKey(eventId), 'todo'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/todo', { params: { path: { eventId } }, signal })),
    staleTime: 0,
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
    mutationFn: (body: Change<Schemas['RetentionBody']>) =>
      answer(api.PUT('/event/{eventId}/retention', { params: { path: { eventId } }, body })),
    onSuccess: () => refreshEvent(queryClient, eventId),
  })
}
