const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the event to which a notification leads from the address of a group; other values are left out. */
export const readEvent = (raw: Record<string, unknown>): { event?: string } => ({
  event: typeof raw.event === 'string' && UUID.test(raw.event) ? raw.event : undefined,
})

/** Reads whether the address asks for a plan of meetings. */
export const readPlan = (raw: Record<string, unknown>): { plan?: true } => ({
  plan: raw.plan === true ? true : undefined,
})
