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
}

export const goOnAfterLogin = (path: string) =>
  keep('localStorage', KEY, { path, at: Date.now() } satisfies Kept)

/** The path to go on to, which is forgotten by asking for it; null if there is none. */
export function takePathAfterLogin() {
  const kept = recall<Kept>('localStorage', KEY)
  keep('localStorage', KEY, null)
  return kept && Date.now() - kept.at < KEPT ? kept.path : null
}
