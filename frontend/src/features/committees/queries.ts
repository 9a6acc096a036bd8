import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { meQuery } from '~/features/accounts/queries'
import { api, call } from '~/lib/api'
import { type CommitteeSearch, PAGE_SIZE } from './search'

/** An account as administrators see it; also their own are among them. */
export type Committee = components['schemas']['Account']

/** The beginning of the keys of all lists of accounts. */
export const COMMITTEES = { queryKey: ['committees'] }

/** Refetches all lists of accounts, and the caller's own account, which may be the one that changed. */
export const refreshCommittees = (client: QueryClient) =>
  Promise.all([client.invalidateQueries(COMMITTEES), client.invalidateQueries({ ...meQuery, exact: true })])

export const committeesQuery = ({ search, state, country, sort, order, page = 1 }: CommitteeSearch) => {
  const isActive = state && state === 'active'
  const query = { search, isActive, country, sort, order, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...COMMITTEES.queryKey, query],
    queryFn: ({ signal }) => call(api.GET('/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The countries of the hundred newest accounts, to choose from; the field is free text. */
export const countriesQuery = queryOptions({
  queryKey: [...COMMITTEES.queryKey, 'countries'],
  queryFn: ({ signal }) => call(api.GET('/users', { params: { query: { limit: 100 } }, signal })),
  select: ({ items }) => [...new Set(items.flatMap(({ country }) => country ?? []))].sort(),
})
