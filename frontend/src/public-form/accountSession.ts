import type { Language } from '~/lib/languages'
import { recall } from '~/lib/storage'
import { accessToken, refreshToken, storeToken } from '~/lib/tokens'
import { ask, codeHeader } from './api'
import type { PublicEvent, Refreshed } from './contract'

/**
 * The session of the user who is logged in on this device, for the organiser's preview and for events for members: the
 * tokens that the application keeps, renewed when they have expired; null without a login. The page sends no session
 * for any other event.
 */
export const sessionToken = async (language: Language): Promise<string | null> =>
  accessToken() ?? (await renew(language))

async function renew(language: Language): Promise<string | null> {
  const given = refreshToken()
  if (!given) return null
  const answer = await ask<Refreshed>('/auth/refresh-token', {
    method: 'POST',
    language,
    body: { refreshToken: given },
  })
  if (!answer.ok) return null
  const { accessToken: fresh, expiresIn } = answer.data.token
  const isRemember = recall<{ isRemember?: boolean }>('localStorage', 'auth')?.isRemember ?? true
  storeToken('accessToken', fresh, expiresIn, isRemember)
  return fresh
}

/**
 * The headers that show an event for members to this visitor: the session of a member, or the code of an invitation.
 */
export async function visitorHeaders(
  { membersOnly, needsCode }: Pick<PublicEvent, 'membersOnly' | 'needsCode'>,
  code: string,
  language: Language,
): Promise<Record<string, string>> {
  if (!membersOnly) return {}
  return needsCode ? codeHeader(code) : bearer(await sessionToken(language))
}

export const bearer = (token: string | null): Record<string, string> =>
  token ? { Authorization: `Bearer ${token}` } : {}
