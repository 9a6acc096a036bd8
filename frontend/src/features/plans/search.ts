import type { components } from '~/api/schema'
import { type PageSearch, readPageSearch } from '~/lib/pageSearch'

export type PlanStatus = components['schemas']['PlanStatus']

export const PLAN_STATUSES = ['active', 'inactive', 'expired'] as const satisfies readonly PlanStatus[]

/** The search parameters of the list of plans. */
export interface PlanSearch extends PageSearch {
  status?: PlanStatus
}

export const PAGE_SIZE = 20

export const readPlanSearch = (raw: Record<string, unknown>): PlanSearch => ({
  ...readPageSearch(raw),
  status: PLAN_STATUSES.find((known) => known === raw.status),
})
