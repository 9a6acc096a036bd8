import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { groupKey, myGroupsQuery } from '~/features/groups/queries'
import { api, call } from '~/lib/api'
import { type BoardPeriod, type Credit, PAGE_SIZE, type PointSearch, type RowFigure } from './search'

type Schemas = components['schemas']
export type Point = Schemas['Point']
export type NewPoint = Schemas['NewPoint']
export type PointParty = Schemas['PointParty']
export type MemberTally = Schemas['MemberTally']
export type Leaderboard = Schemas['Leaderboard']
export type BoardRow = Schemas['BoardRow']
export type GroupReport = Schemas['GroupReport']
export type Comparison = Schemas['Comparison']
export type ReportRow = Schemas['ReportRow']

export const pointsQuery = (groupId: string, search: PointSearch) => {
  const { points: status, of: memberId, by, from, to, page = 1 } = search
  const query = { status, memberId, by, from, to, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'points', query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/point', { params: { path: { groupId }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const pointQuery = (groupId: string, id: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'point', id],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/point/{id}', { params: { path: { groupId, id } }, signal })),
  })

/** The number of points of a group that wait for the caller's decision or answer. */
export function usePendingPoints(groupId: string): number {
  const { data: groups } = useQuery(myGroupsQuery)
  return groups?.find(({ id }) => id === groupId)?.pendingPoints ?? 0
}

/** The tallies of these accounts, in the same order. */
export const talliesQuery = (
  groupId: string,
  userIds: readonly string[],
  days: { from?: string; to?: string } = {},
) => {
  const query = { userIds: userIds.join(','), ...days }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'tallies', query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/point/tally', { params: { path: { groupId }, query }, signal })),
    enabled: userIds.length > 0,
    placeholderData: keepPreviousData,
  })
}

export const leaderboardQuery = (
  groupId: string,
  period: BoardPeriod,
  by: Credit,
  day: string | undefined,
  page: number,
) => {
  const query = { period, by, day, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...groupKey(groupId), 'leaderboard', query],
    queryFn: ({ signal }) =>
      call(api.GET('/group/{groupId}/leaderboard', { params: { path: { groupId }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const reportQuery = (groupId: string, month: string) =>
  queryOptions({
    queryKey: [...groupKey(groupId), 'report', month],
    queryFn: ({ signal }) =>
      call(
        api.GET('/group/{groupId}/statistic', { params: { path: { groupId }, query: { month } }, signal }),
      ),
    placeholderData: keepPreviousData,
  })

/** The rows that one figure of a group's monthly report counts, loaded page by page; `memberId` limits them to one member. */
export const reportRowsQuery = (
  groupId: string,
  which: { month: string; figure: RowFigure; memberId: string | undefined },
) =>
  infiniteQueryOptions({
    queryKey: [...groupKey(groupId), 'report', 'rows', which],
    queryFn: ({ signal, pageParam: page }) =>
      call(
        api.GET('/group/{groupId}/statistic/rows', {
          params: { path: { groupId }, query: { ...which, page, limit: PAGE_SIZE } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _pages, page) => (page * PAGE_SIZE < total ? page + 1 : undefined),
  })
