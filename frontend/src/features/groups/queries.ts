import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { meQuery } from '~/features/accounts/queries'
import { api, call } from '~/lib/api'
import type { LiveNotification } from '~/lib/liveNotifications'
import { useSession } from '~/lib/session'
import { type GroupListSearch, type MemberSearch, PAGE_SIZE, type RequestSearch } from './search'

type Schemas = components['schemas']

export type Group = Schemas['Group']
export type GroupCard = Schemas['GroupCard']
export type GroupDetails = Schemas['GroupDetails']
export type GroupRow = Schemas['GroupRow']
export type GroupMember = Schemas['GroupMember']
export type GroupRole = Schemas['GroupRole']
export type MyGroup = Schemas['OwnGroup']
export type JoinRequest = Schemas['JoinRequest']
export type MyState = Schemas['MyState']
export type LogEntry = Schemas['GroupLogEntry']
export type Suggestion = Schemas['GroupSuggestion']
export type Person = Schemas['Person']
export type GroupRequest = Schemas['GroupRequest']
export type OwnGroupRequest = Schemas['OwnGroupRequest']

/** The beginning of the keys of all lists of groups. */
const GROUPS = ['groups']
const GROUP = 'group'
const SEARCH = [...GROUPS, 'search']

/** The beginning of the keys of everything about one group, in all features, so that it is refreshed together. */
export const groupKey = (groupId: string) => [GROUP, groupId]

/** Refetches all lists of groups, and the caller's account, which says how many groups it owns. */
export const refreshGroups = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: GROUPS }),
    client.invalidateQueries({ ...meQuery, exact: true }),
  ])

/** Refetches everything shown of a group; called after any change to it or to its members. */
export const refreshGroup = (client: QueryClient, groupId: string) =>
  Promise.all([refreshGroups(client), client.invalidateQueries({ queryKey: groupKey(groupId) })])

/**
 * Posts and reactions of others. Refetching would move the posts being read, and the lists offer new ones themselves.
 */
const WRITTEN = ['post.new', 'comment.new', 'like.new', 'comment.liked']

/** Refetches the shown data of the groups that a notification is about, such as the requests that wait. */
export async function refreshNotifiedGroup(client: QueryClient, { type, link }: LiveNotification) {
  if (type.startsWith('groupRequest.')) return void (await refreshGroups(client))
  const [isOfGroup, groupId] = link.match(/^\/(?:my-group\/([^/?]+)|my-group(?:\?|$)|discovery$)/) ?? []
  if (!isOfGroup || WRITTEN.includes(type)) return
  const shown = groupId ? groupKey(groupId) : [GROUP]
  await Promise.all([refreshGroups(client), client.invalidateQueries({ queryKey: shown })])
}

/** Forgets a group that was deleted, or that the caller has left, so that it is not asked for again. */
export function forgetGroup(client: QueryClient, groupId: string) {
  client.removeQueries({ queryKey: groupKey(groupId) })
  return refreshGroups(client)
}

/** Shows the caller's new relation to a group before the lists are refetched. `requestId` is the pending request, if any. */
export function showMyState(
  client: QueryClient,
  groupId: string,
  myState: MyState,
  requestId: string | null = null,
) {
  const changed = <Card extends GroupCard>(card: Card): Card =>
    card.id === groupId ? { ...card, myState, requestId } : card
  client.setQueriesData<{ items: GroupCard[]; total: number }>(
    { queryKey: SEARCH },
    (page) => page && { ...page, items: page.items.map(changed) },
  )
  client.setQueryData(suggestionsQuery.queryKey, (suggestions) =>
    suggestions?.map(({ group, ...why }) => ({ group: changed(group), ...why })),
  )
  client.setQueryData(groupQuery(groupId).queryKey, (group) => group && changed(group))
  client.setQueryData(
    myRequestsQuery.queryKey,
    (own) => own && { ...own, items: own.items.filter(({ group }) => group.id !== groupId) },
  )
}

/** All groups, for administrators. */
export const groupListQuery = ({ search, sort, order, page = 1 }: GroupListSearch) => {
  const query = { search, sort, order, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...GROUPS, 'list', query],
    queryFn: ({ signal }) => call(api.GET('/group', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The refetch interval of lists in which several people decide. */
export const SHARED_LIST = { refetchInterval: 30_000 }

/** The requests for one more group that wait for an administrator. */
export const groupRequestsQuery = (page: number) => {
  const query = { page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...GROUPS, 'asked', query],
    queryFn: ({ signal }) => call(api.GET('/group-requests', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    ...SHARED_LIST,
  })
}

export const myGroupsQuery = queryOptions({
  queryKey: [...GROUPS, 'mine'],
  queryFn: ({ signal }) => call(api.GET('/group/mine', { signal })),
})

/** The number of things in groups that wait for the caller, which the frame keeps up to date with the account. */
export function useWaiting(): number {
  const { loggedIn } = useSession()
  const { data } = useQuery({
    ...meQuery,
    enabled: loggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ waitingCount }) => waitingCount,
  })
  return data ?? 0
}

/** Listed groups by a part of name or description, or all of them. */
export const groupSearchQuery = (keyword: string | undefined, page: number) => {
  const query = { keyword, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...SEARCH, query],
    queryFn: ({ signal }) => call(api.GET('/group/search', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const suggestionsQuery = queryOptions({
  queryKey: [...GROUPS, 'suggestions'],
  queryFn: ({ signal }) => call(api.GET('/group/suggestion', { signal })),
})

/** The caller's pending requests and invitations. */
export const myRequestsQuery = queryOptions({
  queryKey: [...GROUPS, 'my-requests'],
  queryFn: ({ signal }) =>
    call(api.GET('/group/request/mine', { params: { query: { status: 'pending', limit: 100 } }, signal })),
})

/** The invitation behind the link in its mail, before a login. */
export const mailedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['mailed-invitation', token],
    queryFn: ({ signal }) =>
      call(api.GET('/group-invitation/{token}', { params: { path: { token } }, signal })),
    retry: false,
  })

/** The group to which a link of its leaders leads, with the caller's relation to it after a login. */
export const groupOfLinkQuery = (token: string, loggedIn: boolean) =>
  queryOptions({
    queryKey: [...GROUPS, 'of-link', token, loggedIn],
    queryFn: ({ signal }) => call(api.GET('/group-join/{token}', { params: { path: { token } }, signal })),
    retry: false,
  })

/** The link with which anyone can ask to join the group, for its leaders. */
export const joinLinkQuery = (groupId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'join-link'],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/join-link', { params: { path: { groupId } }, signal })),
  })

export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: groupKey(groupId),
    queryFn: ({ signal }) => call(api.GET('/group/{groupId}', { params: { path: { groupId } }, signal })),
  })

export const membersQuery = (groupId: string, { search, role, sort, order, page = 1 }: MemberSearch) => {
  const query = { search, role, sort, order, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'members', query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/member', { params: { path: { groupId }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** A member of the lists that are loaded. */
export const loadedMember = (client: QueryClient, groupId: string, userId: string) =>
  client
    .getQueriesData<{ items?: GroupMember[] }>({ queryKey: [...groupKey(groupId), 'members'] })
    .flatMap(([, list]) => list?.items ?? [])
    .find((member) => member.userId === userId)

/** The pending requests, or the pending invitations, of a group. */
export const waitingQuery = (groupId: string, kind: JoinRequest['kind']) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'waiting', kind],
    queryFn: ({ signal }) =>
      call(
        api.GET('/group/{groupId}/join-request', {
          params: { path: { groupId }, query: { kind, status: 'pending', limit: 100 } },
          signal,
        }),
      ),
    ...SHARED_LIST,
  })

/** One member of a group; null when the account is none. */
export const memberQuery = (groupId: string, userId: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'members', 'one', userId],
    queryFn: async ({ signal }) => {
      const params = { path: { groupId }, query: { userId } }
      const { items } = await call(api.GET('/group/{groupId}/member', { params, signal }))
      return items[0] ?? null
    },
  })

/** One request or invitation of a group; null when there is none. */
export const requestQuery = (groupId: string, id: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'requests', 'one', id],
    queryFn: async ({ signal }) => {
      const params = { path: { groupId }, query: { id } }
      const { items } = await call(api.GET('/group/{groupId}/join-request', { params, signal }))
      return items[0] ?? null
    },
  })

/** Requests and invitations of a group, also the decided ones. */
export const requestsQuery = (groupId: string, { page = 1, status }: RequestSearch) => {
  const query = { status, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'requests', query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/join-request', { params: { path: { groupId }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const logQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'log'],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/group/{groupId}/log', {
          params: { path: { groupId }, query: { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The fewest characters of a search for people. */
export const SHORTEST_KEYWORD = 2

/** How long the results of a people search stay fresh, in milliseconds, because searches are limited. */
const FOUND_KEPT = 5 * 60_000

/** Accounts that are not members of the group, by a part of name or company, or by a whole e-mail address. */
export const peopleQuery = (groupId: string, keyword: string) => {
  const query = { keyword, excludeGroupId: groupId }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'people', keyword],
    queryFn: ({ signal }) => call(api.GET('/users/search', { params: { query }, signal })),
    enabled: [...keyword].length >= SHORTEST_KEYWORD,
    staleTime: FOUND_KEPT,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  })
}
