/** What the address says: which event, whether it is only a preview, and the invitation code of a personal link. */
export interface Address {
  eventId: string
  isPreview: boolean
  invitationCode: string
}

type Parts = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Null for an address under `/form` that names no event. Our links carry the code behind `#`, which never reaches a
 * server and its logs; `?code=`, as people write it themselves, is understood too.
 */
export function readAddress({ pathname, search, hash }: Parts): Address | null {
  const [, ...rest] = pathname.split('/').filter(Boolean)
  const isPreview = rest.length === 2 && rest[0] === 'preview'
  const eventId = rest.at(-1)
  if (eventId === undefined || rest.length !== (isPreview ? 2 : 1)) return null
  return {
    eventId: decode(eventId),
    isPreview,
    invitationCode: (codeIn(hash.slice(1)) ?? codeIn(search) ?? '').trim(),
  }
}

const codeIn = (parameters: string) => new URLSearchParams(parameters).get('code')

/** A broken escape names an event that does not exist, which is for the server to say. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
