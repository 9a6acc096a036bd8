/**
 * The parts of the address: the event, whether it is only a preview, the invitation code of a personal link, and, at
 * `/form/{eventId}/ticket`, the key of a visitor's own registration, which may be missing.
 */
export interface Address {
  eventId: string
  isPreview: boolean
  invitationCode: string
  /** Null on the registration page. */
  ownKey: string | null
}

type Parts = Pick<Location, 'pathname' | 'search' | 'hash'>

/**
 * Null for an address under `/form` that names no event. At a short address, `/e/{slug}`, the server's page names it, and
 * the address stays as it is: visitors pass it on. Our links carry code and key behind `#`, which never reaches a
 * server and its logs; `?code=`, as people write it themselves, is understood too.
 */
export function readAddress({ pathname, search, hash }: Parts): Address | null {
  const invitationCode = (codeIn(hash.slice(1)) ?? codeIn(search) ?? '').trim()
  const named = document.querySelector<HTMLMetaElement>('meta[name="event"]')?.content
  if (named && pathname.startsWith('/e/'))
    return { eventId: named, isPreview: false, ownKey: null, invitationCode }
  const [, ...rest] = pathname.split('/').filter(Boolean)
  const isPreview = rest.length === 2 && rest[0] === 'preview'
  const isOwn = !isPreview && rest.length === 2 && rest[1] === 'ticket'
  const eventId = isOwn ? rest[0] : rest.at(-1)
  if (eventId === undefined || rest.length !== (isPreview || isOwn ? 2 : 1)) return null
  return {
    eventId: decode(eventId),
    isPreview,
    ownKey: isOwn ? hash.slice(1).trim() : null,
    invitationCode,
  }
}

const codeIn = (parameters: string) => new URLSearchParams(parameters).get('code')

/** Decodes a part of the address. Returns a malformed one as it is: the server answers that no such event exists. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
