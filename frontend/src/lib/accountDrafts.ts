import { session } from './session'
import { recall, storedKeys, writeText, writeToDevice } from './storage'

/**
 * Unfinished work that is kept on this device: one draft of each kind per account. Logging out removes all drafts; a
 * session that expires removes none.
 */

const PREFIX = 'draft:'

const keyOf = (kind: string) => `${PREFIX}${kind}:${session().profile?.id ?? ''}`

/** False when the browser has no room or no permission for it. */
export const saveDraft = (kind: string, draft: unknown): boolean =>
  writeToDevice('localStorage', keyOf(kind), JSON.stringify(draft))

export const readDraft = (kind: string) => recall<unknown>('localStorage', keyOf(kind))

export const removeDraft = (kind: string) => writeText('localStorage', keyOf(kind), null)

export function removeAllDrafts() {
  for (const key of storedKeys('localStorage')) {
    if (key.startsWith(PREFIX)) writeText('localStorage', key, null)
  }
}
