/** The server's limits of posts and comments. Lengths are characters after trimming. */
export const LONGEST_POST = 10_000
export const MOST_IMAGES = 10
export const LONGEST_COMMENT = 2_000
