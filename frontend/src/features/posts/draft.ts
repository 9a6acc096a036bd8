import { readDraft, removeDraft, saveDraft } from '~/lib/accountDrafts'
import { randomKey } from '~/lib/randomKey'

/** A post that is being written. */
export interface Draft {
  text: string
  /** The addresses of uploaded images. */
  images: string[]
  /** The idempotency key: a post that is sent again after a lost answer is stored once. */
  key: string
}

const kindOf = (groupId: string) => `post:${groupId}`

export const emptyDraft = (): Draft => ({ text: '', images: [], key: randomKey() })

/** Returns the stored draft of a post in this group; an empty one if there is none. */
export function readPostDraft(groupId: string): Draft {
  const found = readDraft(kindOf(groupId)) as Partial<Draft> | null
  return { ...emptyDraft(), ...found }
}

export function keepPostDraft(groupId: string, draft: Draft) {
  if (isBegun(draft)) saveDraft(kindOf(groupId), draft)
  else removeDraft(kindOf(groupId))
}

export const isBegun = ({ text, images }: Draft) => text.trim() !== '' || images.length > 0
