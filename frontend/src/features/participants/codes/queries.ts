import { queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { api, call } from '~/lib/api'
import { type CodeState, type ListSearch, PAGE_SIZE } from '../listSearch'

type Schemas = components['schemas']
export type Code = Schemas['InvitationCode']
export type NewCodes = Schemas['NewCodes']

export const UNLIMITED = -1

/** The filters of the address as the API names them. */
export const codeQueryOf = ({ search, type, ticket, state }: ListSearch) => ({
  search,
  participationType: type,
  ticketId: ticket,
  state,
})

export const hasCodeFilters = (search: ListSearch) =>
  Object.values(codeQueryOf(search)).some((filter) => filter !== undefined)

/** Every list of the event's codes has a key that begins with this. */
export const codesKey = (eventId: string) => ['invitationCodes', eventId]

export const codesQuery = (eventId: string, search: ListSearch) => {
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

export const CODE_STATES = ['active', 'usedUp', 'expired', 'inactive'] as const satisfies readonly CodeState[]
