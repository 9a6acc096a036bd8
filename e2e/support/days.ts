/** The day in Vietnam so many days from now, as the server writes it: `2026-03-05`. */
export const dayIn = (days: number) => new Date(Date.now() + (days * 24 + 7) * 3_600_000).toISOString().slice(0, 10)
export const today = () => dayIn(0)

/** A day as it is typed: `05/03/2026`. */
export const typed = (day: string) => day.split('-').reverse().join('/')
