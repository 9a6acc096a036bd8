import { session } from './session'

/**
 * Unfinished work that is kept on this device: one draft of each kind per account. Logging out removes all drafts; a
 * session that expires removes none.
 */

const PREFIX = 'draft:'

const keyOf = (kind: string) => `${PREFIX}${kind}:${session().profile?.id ?? ''}`

/** False when the browser has no room or no permission for it. */
export function saveDraft(kind: string, draft: unknown): boolean {
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

export const removeDraft = (kind: string) => localStorage.removeItem(keyOf(kind))

export function removeAllDrafts() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  }
}
