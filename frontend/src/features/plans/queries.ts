import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { api, call } from '~/lib/api'
import { PAGE_SIZE, type PlanSearch } from './search'

type Schemas = components['schemas']

export type Plan = Schemas['Plan']
export type PlanUser = Schemas['PlanUser']
export type PersonalPlan = Schemas['PersonalPlan']

/** The beginning of the keys of everything about plans. */
const PLANS = ['plans']

/** Refetches the list of plans and every plan; called after any change to one. */
export const refreshPlans = (client: QueryClient) => client.invalidateQueries({ queryKey: PLANS })

export const plansQuery = ({ search, status, page = 1 }: PlanSearch) => {
  const query = { search, status, page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...PLANS, query],
    queryFn: ({ signal }) => call(api.GET('/plan', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** One plan, with the accounts that were added last. */
export const planQuery = (planId: string) =>
  queryOptions({
    queryKey: [...PLANS, planId],
    queryFn: ({ signal }) => call(api.GET('/plan/{planId}', { params: { path: { planId } }, signal })),
  })

/** One page of the accounts that have the plan. */
export const planUsersQuery = (planId: string, page: number) => {
  const query = { page, limit: PAGE_SIZE }
  return queryOptions({
    queryKey: [...PLANS, planId, 'users', query],
    queryFn: ({ signal }) =>
      call(api.GET('/plan/{planId}/users', { params: { path: { planId }, query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** Organisers who may get a plan, by a part of name, company, e-mail or phone. */
export const organisersQuery = (search: string) => {
  const query = { search: search || undefined, role: 'COMMITTEE' as const, limit: 20 }
  return queryOptions({
    queryKey: [...PLANS, 'organisers', query],
    queryFn: ({ signal }) => call(api.GET('/users', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}
