import { dropDraft, keepDraft, readDraft } from '~/lib/accountDrafts'
import { t } from '~/lib/language'
import { ownQuestions } from '~/lib/questions'
import { type DraftEvent, type DraftState, INITIAL_DRAFT } from './draft'
import { FIXED_QUESTIONS, type Question } from './questions'

/** One draft of a new event, and one of a copy of each event: none takes another's place. */
const kindOf = (from?: string) => (from ? `event:${from}` : 'event')

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

export function keepNewEvent(state: DraftState, from?: string): boolean {
  const { event, formScheme, eventStatus: _status, ...flags } = state
  const kept: Kept = { savedAt: Date.now(), flags, event, own: ownQuestions(formScheme) }
  return keepDraft(kindOf(from), kept)
}

export const dropNewEvent = (from?: string) => dropDraft(kindOf(from))

/** The new event, or the copy of `from`, put aside on this device, and when; null when there is none. */
export function keptNewEvent(
  from?: string,
): { state: DraftState; savedAt: number; lostImages: boolean } | null {
  const kept = readDraft(kindOf(from)) as Partial<Kept> | null
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
