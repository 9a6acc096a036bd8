import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { eventKey } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { type CodeSearch, codeQueryOf, PAGE_SIZE } from './search'

export type Code = components['schemas']['InvitationCode']

export const UNLIMITED = -1

/** The beginning of the keys of all lists of the event's codes. */
export const codesKey = (eventId: string) => [...eventKey(eventId), 'invitationCodes']

export const codesQuery = (eventId: string, search: CodeSearch) => {
  const query = { ...codeQueryOf(search), limit: PAGE_SIZE, page: search.page ?? 1 }
  return queryOptions({
    queryKey: [...codesKey(eventId), query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/invitation-codes', { params: { path: { eventId }, query }, signal })),
  })
}

/** Participants of a type that may share seats through a code of their own. */
export const ownersQuery = (eventId: string, participationType: 'VIP' | 'TICKET_OWNER', search: string) => {
  const query = { participationType, search: search || undefined, limit: 20, page: 1 }
  return queryOptions({
    queryKey: [...codesKey(eventId), 'owners', query],
    queryFn: ({ signal }) =>
      call(api.GET('/event/{eventId}/attendances', { params: { path: { eventId }, query }, signal })),
  })
}

/** The codes that belong to one participant, at most a hundred. */
export const ownCodesQuery = (eventId: string, ownerAttendanceId: string) =>
  queryOptions({
    queryKey: [...codesKey(eventId), { ownerAttendanceId }],
    queryFn: ({ signal }) =>
      call(
        api.GET('/event/{eventId}/invitation-codes', {
          params: { path: { eventId }, query: { ownerAttendanceId, limit: 100, page: 1 } },
          signal,
        }),
      ),
  })
