export type FeedSort = 'newest' | 'active'

/** The order of the feed in the address; the newest first if absent. */
export const readFeedSort = (raw: Record<string, unknown>): { sort?: 'active' } =>
  raw.sort === 'active' ? { sort: 'active' } : {}
