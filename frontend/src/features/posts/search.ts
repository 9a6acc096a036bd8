export type FeedSort = 'newest' | 'active'

/** Reads the order of the feed from the address; undefined stands for the newest first. */
export const readFeedSort = (raw: Record<string, unknown>): { sort?: 'active' } =>
  raw.sort === 'active' ? { sort: 'active' } : {}
