import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'

export type Ticket = components['schemas']['Ticket']

/** The event's ticket classes in their order. */
export const ticketsQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'tickets'],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/tickets', { params: { path: { eventId } }, signal })),
  })
