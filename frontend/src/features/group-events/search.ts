/** Reads the event to which a notification leads from the address of a group. */
export const readEvent = (raw: Record<string, unknown>): { event?: string } =>
  typeof raw.event === 'string' ? { event: raw.event } : {}
