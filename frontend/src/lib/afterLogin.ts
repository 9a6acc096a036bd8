import { session } from './session'
import { keep, recall } from './storage'

/**
 * Where somebody goes on after logging in or signing up. It is kept on the device, because the link that confirms an address
 * opens another tab.
 */

const KEY = 'afterLogin'
/** How long it is kept, in milliseconds: as long as the link that confirms an address works. */
const KEPT = 24 * 60 * 60 * 1000

interface Kept {
  path: string
  at: number
  /** Who is led there; whoever logs in, if absent. */
  account?: string
}

export const goOnAfterLogin = (path: string, account?: string) =>
  keep('localStorage', KEY, { path, at: Date.now(), account } satisfies Kept)

/** The path to go on to, which is forgotten by asking for it; null if there is none for who has logged in. */
export function takePathAfterLogin() {
  const kept = recall<Kept>('localStorage', KEY)
  keep('localStorage', KEY, null)
  if (!kept || Date.now() - kept.at >= KEPT) return null
  return kept.account === undefined || kept.account === session().profile?.id ? kept.path : null
}
