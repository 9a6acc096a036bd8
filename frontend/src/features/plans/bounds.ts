/** The highest numbers of a plan, as on the server. */
export const MOST = { name: 255, price: 9_999_999_999_999, months: 120, number: 1_000_000 } as const
