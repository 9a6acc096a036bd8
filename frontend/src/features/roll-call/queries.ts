import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { eventKey, refreshEvent } from '~/features/events/queries'
import { groupKey } from '~/features/groups/queries'
import { answer, api, call } from '~/lib/api'
import { t } from '~/lib/language'

type Schemas = components['schemas']

export type RollCall = Schemas['RollCall']
export type MemberOnRoll = Schemas['MemberOnRoll']
export type GuestOnRoll = Schemas['GuestOnRoll']
export type Mark = Schemas['Mark']
export type NewPerson = Schemas['NewPerson']
export type NewGuest = Schemas['NewGuest']
export type MeetingPresence = Schemas['MeetingPresence']
export type MemberPresence = Schemas['MemberPresence']
export type HeldMeeting = Schemas['HeldMeeting']

/** The refetch interval, for changes that the socket of the door does not tell. */
const INTERVAL = 15_000

export const rollCallQuery = (groupId: string, eventId: string) =>
  queryOptions({
    queryKey: [...eventKey(eventId), 'rollCall', groupId],
    queryFn: ({ signal }) =>
      call(
        api.GET('/group/{groupId}/event/{eventId}/roll-call', {
          params: { path: { groupId, eventId } },
          signal,
        }),
      ),
    refetchInterval: INTERVAL,
  })

/** The attendance of the last meetings: of all members for leaders, otherwise only of the caller. */
export const attendanceQuery = (groupId: string, limit: number, all: boolean) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'attendance', { limit, all }],
    queryFn: ({ signal }) =>
      call(
        api.GET('/group/{groupId}/attendance', {
          params: { path: { groupId }, query: { limit, all } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** Where a roll is called. */
export interface Call {
  groupId: string
  eventId: string
}

/** Asks for the roll again, also after a refusal, which shows that it is outdated. */
function useRefresh({ groupId, eventId }: Call) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      refreshEvent(client, eventId),
      client.invalidateQueries({ queryKey: [...groupKey(groupId), 'attendance'] }),
    ])
}

export interface NewMark {
  userId: string
  /** The mark that the caller saw when they pressed. */
  seen: Mark | null
  mark: Mark | null
  substitute?: NewPerson
}

/** Marks members. Marks of one `member` are sent one after the other, so that none of several quick presses is lost. */
export function useMarkMember(at: Call, member?: string) {
  const refresh = useRefresh(at)
  return useMutation({
    scope: member ? { id: `mark ${member}` } : undefined,
    mutationFn: ({ userId, ...body }: NewMark) =>
      answer(
        api.PUT('/group/{groupId}/event/{eventId}/roll-call/{userId}', {
          params: { path: { ...at, userId } },
          body,
        }),
      ),
    onSettled: refresh,
  })
}

/** Marks members without a mark as present, one after the other. A refusal ends it and keeps the earlier marks. */
export function useMarkPresent(at: Call) {
  const refresh = useRefresh(at)
  return useMutation({
    mutationFn: async (members: readonly MemberOnRoll[]) => {
      const body = { seen: null, mark: 'present' } as const
      for (const { userId } of members) {
        const params = { path: { ...at, userId } }
        await answer(api.PUT('/group/{groupId}/event/{eventId}/roll-call/{userId}', { params, body }))
      }
    },
    onSettled: refresh,
  })
}

export function useAddGuest(at: Call) {
  const refresh = useRefresh(at)
  return useMutation({
    mutationFn: (body: NewGuest) =>
      answer(api.POST('/group/{groupId}/event/{eventId}/roll-call/guest', { params: { path: at }, body })),
    onSuccess: (_, { fullName: name }) => toast.done(t('rollCall.done.guestAdded', { name })),
    onSettled: refresh,
  })
}

/** Checks one guest in or out, one press after the other. */
export function useMarkGuest(at: Call, id: string) {
  const refresh = useRefresh(at)
  return useMutation({
    scope: { id: `mark ${id}` },
    mutationFn: (isPresent: boolean) =>
      answer(
        api.PUT('/group/{groupId}/event/{eventId}/roll-call/guest/{id}', {
          params: { path: { ...at, id } },
          body: { isPresent },
        }),
      ),
    onSettled: refresh,
  })
}

export function useRemoveGuest(at: Call) {
  const refresh = useRefresh(at)
  return useMutation({
    mutationFn: ({ attendanceId: id }: GuestOnRoll) =>
      answer(
        api.DELETE('/group/{groupId}/event/{eventId}/roll-call/guest/{id}', {
          params: { path: { ...at, id } },
        }),
      ),
    onSuccess: (_, { fullName: name }) => toast.done(t('rollCall.done.guestRemoved', { name })),
    onSettled: refresh,
  })
}
