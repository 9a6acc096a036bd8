interface Plan {
  /** Events the account may have; −1 = unlimited. */
  eventLimit: number
  /** Events that count against it. */
  eventsUsed: number
}

/** The plan allows no further event. */
export const isAtLimit = ({ eventLimit, eventsUsed }: Plan) => eventLimit !== -1 && eventsUsed >= eventLimit
