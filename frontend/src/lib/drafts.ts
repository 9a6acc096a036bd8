import { session } from './session'

/**
 * What somebody has begun and put aside on this device, one draft of a kind for each account. Logging out removes them
 * all; a session that merely runs out does not.
 */

const PREFIX = 'draft:'

const keyOf = (kind: string) => `${PREFIX}${kind}:${session().profile?.id ?? ''}`

/** False when the browser has no room or no permission for it. */
export function keepDraft(kind: string, draft: unknown): boolean {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

export function readDraft(kind: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(keyOf(kind)) ?? 'null')
  } catch {
    return null
  }
}

export const dropDraft = (kind: string) => localStorage.removeItem(keyOf(kind))

export function dropAllDrafts() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  }
}
