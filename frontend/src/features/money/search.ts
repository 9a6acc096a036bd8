import { readPage } from '~/lib/pageSearch'
import type { TransferState } from './queries'

export const SHOWN_STATES = ['waiting', 'used', 'aside'] as const satisfies TransferState[]
export type ShownState = (typeof SHOWN_STATES)[number]

export interface ReviewSearch {
  /** Transfers in this state; the waiting ones when absent. */
  state?: ShownState
  page?: number
}

export function parseReviewSearch(search: Record<string, unknown>): ReviewSearch {
  return {
    state: SHOWN_STATES.find((state) => state === search.state),
    page: readPage(search.page),
  }
}
