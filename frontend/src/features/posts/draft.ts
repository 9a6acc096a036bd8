import { readDraft, removeDraft, saveDraft } from '~/lib/accountDrafts'
import { randomKey } from '~/lib/randomKey'

/** A post that is being written. */
export interface Draft {
  text: string
  /** Addresses of uploaded images. */
  images: string[]
  /** Names the post, so that sending it again after a lost answer does not make a second one. */
  key: string
}

const kindOf = (groupId: string) => `post:${groupId}`

export const emptyDraft = (): Draft => ({ text: '', images: [], key: randomKey() })

/** What is left of a post in this group that was not sent. */
export function readPostDraft(groupId: string): Draft {
  const found = readDraft(kindOf(groupId)) as Partial<Draft> | null
  return { ...emptyDraft(), ...found }
}

export function keepPostDraft(groupId: string, draft: Draft) {
  if (draft.text.trim() === '' && draft.images.length === 0) removeDraft(kindOf(groupId))
  else saveDraft(kindOf(groupId), draft)
}
