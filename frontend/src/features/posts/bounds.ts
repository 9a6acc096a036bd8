import * as bounds from '~/api/bounds'

/** The server's limits of posts and comments. Lengths are characters after trimming. */
export const LONGEST_POST = bounds.NewPost_text_maxLength
export const MOST_IMAGES = 10
export const LONGEST_COMMENT = bounds.NewComment_text_maxLength
