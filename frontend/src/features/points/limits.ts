/** Bounds of the server. */
export const LONGEST_REASON = 500
export const LONGEST_NOTE = 1000
/** Dong. */
export const LARGEST_VALUE = 9_999_999_999_999
/** Months ago that a deal may have been closed. */
export const OLDEST_DEAL = 12
