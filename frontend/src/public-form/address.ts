/** What the address says: which event, whether it is only a preview, and the invitation code of a personal link. */
export interface Address {
  eventId: string
  isPreview: boolean
  invitationCode: string
}

/** Null for an address under `/form` that names no event. */
export function readAddress({ pathname, search }: { pathname: string; search: string }): Address | null {
  const [, ...rest] = pathname.split('/').filter(Boolean)
  const isPreview = rest.length === 2 && rest[0] === 'preview'
  const eventId = rest.at(-1)
  if (eventId === undefined || rest.length !== (isPreview ? 2 : 1)) return null
  return {
    eventId: decode(eventId),
    isPreview,
    invitationCode: (new URLSearchParams(search).get('code') ?? '').trim(),
  }
}

/** A broken escape names an event that does not exist, which is for the server to say. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
