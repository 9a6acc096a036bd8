/** Characters of a message to a group's leaders, or of their reason, at most. */
export const MOST_CHARACTERS = 500
