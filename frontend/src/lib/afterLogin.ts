import { session } from './session'
import { keep, recall } from './storage'

/**
 * The path to go on to after logging in or signing up. It is kept on the device, because the link that confirms an
 * address opens another tab.
 */

const KEY = 'afterLogin'
/** Milliseconds for which it is kept: as long as the link that confirms an address works. */
const KEPT = 24 * 60 * 60 * 1000

interface Kept {
  path: string
  at: number
  /** The account that is led there; any account if absent. */
  account?: string
}

export const goOnAfterLogin = (path: string, account?: string) =>
  keep('localStorage', KEY, { path, at: Date.now(), account } satisfies Kept)

/** Returns and forgets the path to go on to; null if there is none for the account that has logged in. */
export function takePathAfterLogin() {
  const kept = recall<Kept>('localStorage', KEY)
  keep('localStorage', KEY, null)
  if (!kept || Date.now() - kept.at >= KEPT) return null
  return kept.account === undefined || kept.account === session().profile?.id ? kept.path : null
}
