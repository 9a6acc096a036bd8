/** The most characters of a note, after trimming; the server refuses longer ones, as it does with the other limits here. */
export const LONGEST_NOTE = 1000
/** The largest value of a deal, in dong. */
export const LARGEST_VALUE = 9_999_999_999_999
/** The greatest age of a deal when it is entered, in months. */
export const OLDEST_DEAL = 12
