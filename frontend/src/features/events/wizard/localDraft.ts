import { readDraft, removeDraft, saveDraft } from '~/lib/accountDrafts'
import { t } from '~/lib/language'
import { ownQuestions } from '~/lib/questions'
import { type DraftState, type EventFields, INITIAL_DRAFT } from './draftStore'
import { FIXED_QUESTIONS, type Question } from './questions'

/** The key of a draft: one for a new event, and one for the copy of each event. */
const kindOf = (from?: string) => (from ? `event:${from}` : 'event')

/** Milliseconds after which the server removes images that nothing refers to. */
const IMAGES_LIVE = 24 * 60 * 60 * 1000

interface LocalDraft {
  savedAt: number
  flags: Pick<
    DraftState,
    'isEventInfoValid' | 'isFormInfoValid' | 'isEmailContentValid' | 'isPaymentInfoValid'
  >
  event: EventFields
  own: Question[]
}

/** A new event with the default mail texts. */
export function blankDraft(): DraftState {
  return {
    ...INITIAL_DRAFT,
    event: {
      ...INITIAL_DRAFT.event,
      paymentEmailContent: t('events.email.paymentText', { skipInterpolation: true }),
      registerEmailContent: t('events.email.registerText', { skipInterpolation: true }),
    },
  }
}

export function saveLocalDraft(state: DraftState, from?: string): boolean {
  const { event, formScheme, eventStatus: _status, groupName: _name, ...flags } = state
  const local: LocalDraft = { savedAt: Date.now(), flags, event, own: ownQuestions(formScheme) }
  return saveDraft(kindOf(from), local)
}

export const removeLocalDraft = (from?: string) => removeDraft(kindOf(from))

/** Reads the draft of a new event, or of the copy of `from`; null if this device has none. */
export function readLocalDraft(
  from?: string,
): { state: DraftState; savedAt: number; lostImages: boolean } | null {
  const local = readDraft(kindOf(from)) as Partial<LocalDraft> | null
  if (!local?.event || !local.savedAt) return null
  const blank = blankDraft()
  const whole = { ...blank.event, ...local.event }
  const own = local.own ?? []
  const isOld = Date.now() - local.savedAt > IMAGES_LIVE
  const hadImages = [whole.logo, whole.coverImage, whole.attachmentImage, ...own.map(({ image }) => image)]
  const state = {
    ...blank,
    ...local.flags,
    event: isOld ? { ...whole, logo: null, coverImage: null, attachmentImage: null } : whole,
    formScheme: [
      ...FIXED_QUESTIONS,
      ...(isOld ? own.map((question) => ({ ...question, image: null })) : own),
    ],
    ...(isOld && { isEventInfoValid: false }),
  }
  return { state, savedAt: local.savedAt, lostImages: isOld && hadImages.some(Boolean) }
}
