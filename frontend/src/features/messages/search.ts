import { readPage } from '~/lib/pageSearch'
import type { SegmentKind, StarterKind } from './queries'

/** Parts of the participants that the address can name; a ticket class has to be chosen. */
const ADDRESSED = ['unpaid', 'notCheckedIn', 'checkedIn', 'vip'] as const satisfies SegmentKind[]

/** The start of a new message: a finished message, or nothing. */
const STARTS = ['payment', 'soon', 'changed', 'thanks', 'blank'] as const satisfies (StarterKind | 'blank')[]
export type Start = (typeof STARTS)[number]

export interface MessageSearch {
  /** The message that is open, or `new`. */
  message?: string
  /** A new message begins with the words of this one. */
  from?: string
  /** The start of a new message; without it the organiser chooses. */
  start?: Start
  /** Whom a new message is addressed to. */
  to?: SegmentKind
  page?: number
}

export function parseMessageSearch(search: Record<string, unknown>): MessageSearch {
  return {
    message: typeof search.message === 'string' ? search.message : undefined,
    from: typeof search.from === 'string' ? search.from : undefined,
    start: STARTS.find((start) => start === search.start),
    to: ADDRESSED.find((kind) => kind === search.to),
    page: readPage(search.page),
  }
}
