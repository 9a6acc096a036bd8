export type FeedSort = 'newest' | 'active'

/** Reads the order of the feed from the address; undefined stands for the newest first. */
export const readFeedSort = (raw: Record<string, unknown>): { sort?: 'active' } => ({
  sort: raw.sort === 'active' ? raw.sort : undefined,
})

/** Reads the comment to which a notification leads from the address of a post. */
export const readComment = (raw: Record<string, unknown>): { comment?: string } => ({
  comment: typeof raw.comment === 'string' ? raw.comment : undefined,
})

/** Reads the reported post or comment to which a notification leads from the address of a group. */
export const readReport = (raw: Record<string, unknown>): { report?: string } => ({
  report: typeof raw.report === 'string' ? raw.report : undefined,
})
