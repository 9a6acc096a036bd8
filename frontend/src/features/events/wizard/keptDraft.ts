import { dropDraft, keepDraft, readDraft } from '~/lib/drafts'
import { t } from '~/lib/language'
import { type DraftEvent, type DraftState, INITIAL_DRAFT } from './draft'
import { FIXED_QUESTIONS, ownQuestions, type Question } from './questions'

const KIND = 'event'

/** Milliseconds after which the server removes images that nothing refers to. */
const IMAGES_LIVE = 24 * 60 * 60 * 1000

interface Kept {
  savedAt: number
  flags: Pick<
    DraftState,
    'isEventInfoValid' | 'isFormInfoValid' | 'isEmailContentValid' | 'isPaymentInfoValid'
  >
  event: DraftEvent
  own: Question[]
}

/** A new event as the wizard first shows it: with mail texts that work as they are. */
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

export function keepNewEvent(state: DraftState): boolean {
  const { event, formScheme, eventStatus: _status, ...flags } = state
  return keepDraft(KIND, { savedAt: Date.now(), flags, event, own: ownQuestions(formScheme) } satisfies Kept)
}

export const dropNewEvent = () => dropDraft(KIND)

/** The new event put aside on this device, and when; null when there is none. */
export function keptNewEvent(): { state: DraftState; savedAt: number; lostImages: boolean } | null {
  const kept = readDraft(KIND) as Partial<Kept> | null
  if (!kept?.event || !kept.savedAt) return null
  const blank = blankDraft()
  const whole = { ...blank.event, ...kept.event }
  const own = kept.own ?? []
  const isOld = Date.now() - kept.savedAt > IMAGES_LIVE
  const hadImages = [whole.logo, whole.coverImage, whole.attachmentImage, ...own.map(({ image }) => image)]
  const state = {
    ...blank,
    ...kept.flags,
    event: isOld ? { ...whole, logo: null, coverImage: null, attachmentImage: null } : whole,
    formScheme: [
      ...FIXED_QUESTIONS,
      ...(isOld ? own.map((question) => ({ ...question, image: null })) : own),
    ],
    ...(isOld && { isEventInfoValid: false }),
  }
  return { state, savedAt: kept.savedAt, lostImages: isOld && hadImages.some(Boolean) }
}
