import { readDraft, removeDraft, saveDraft } from '~/lib/accountDrafts'
import { LIMITS } from '~/lib/fieldLengths'
import { t } from '~/lib/language'
import { ownQuestions } from '~/lib/questions'
import { session } from '~/lib/session'
import { asBanksWrite } from './defaults'
import { type DraftState, type EventFields, INITIAL_DRAFT, judge } from './draftStore'
import { FIXED_QUESTIONS, type Question } from './questions'
import { SECTIONS } from './steps'

/** Which unfinished event: a new one, the copy of an event, or a draft that the server keeps. */
export interface DraftOf {
  from?: string
  draft?: string
}

const kindOf = ({ from, draft }: DraftOf) =>
  draft ? `event-draft:${draft}` : from ? `event:${from}` : 'event'

/** Milliseconds after which the server removes images that nothing refers to. */
const IMAGES_LIVE = 24 * 60 * 60 * 1000

/** The kept part of a draft, on this device and by the server. */
interface Kept {
  event: EventFields
  own: Question[]
}

interface LocalDraft extends Kept {
  savedAt: number
  /** The version of the server's draft that this one continues. */
  version?: number
}

/** The default name of the host: the names of the account and its company, as on the server. */
function ownHostName(): string {
  const { profile } = session()
  const fullName = profile?.fullName?.trim() ?? ''
  const company = profile?.company?.trim() ?? ''
  const isSame = fullName.toLowerCase() === company.toLowerCase()
  const both = [fullName, isSame ? '' : company].filter(Boolean).join(' · ')
  const name = company && [...both].length > LIMITS.hostName ? company : both
  return [...name].slice(0, LIMITS.hostName).join('')
}

/** A new event with the default mail texts. */
export function blankDraft(): DraftState {
  return judge(
    {
      ...INITIAL_DRAFT,
      event: {
        ...INITIAL_DRAFT.event,
        accountHolderName: asBanksWrite(session().profile?.fullName ?? ''),
        hostName: ownHostName(),
        // The address of an account is for logging in: guests see it only if the organiser chooses to show it.
        hideContactEmail: true,
        paymentEmailContent: t('events.email.paymentText', { skipInterpolation: true }),
        registerEmailContent: t('events.email.registerText', { skipInterpolation: true }),
      },
    },
    ['formInfo', 'paymentInfo', 'emailContent'],
  )
}

export const keptOf = ({ event, formScheme }: DraftState): Kept => ({ event, own: ownQuestions(formScheme) })

/**
 * Completes a kept draft; fields that an older version of the wizard did not have get their defaults, and fields that
 * only the older version had are left out, because the API refuses unknown fields.
 */
export function draftFrom({ event, own = [] }: Partial<Kept>): DraftState {
  const blank = blankDraft()
  const known = Object.entries(event ? withoutLoginAddress(event) : {}).filter(
    ([name]) => name in blank.event,
  )
  return judge(
    {
      ...blank,
      event: { ...blank.event, ...(Object.fromEntries(known) as Partial<EventFields>) },
      formScheme: [...FIXED_QUESTIONS, ...own],
    },
    event?.title ? SECTIONS : ['formInfo', 'paymentInfo', 'emailContent'],
  )
}

/** An older version of the wizard filled in the login address by itself, and no host. */
function withoutLoginAddress(event: Partial<EventFields>): Partial<EventFields> {
  if (event.hideContactEmail !== undefined) return event
  const { hostName, contactEmail, ...others } = event
  const isOwn = contactEmail === session().profile?.email
  return {
    ...others,
    ...(hostName && { hostName }),
    ...(!isOwn && contactEmail && { contactEmail, hideContactEmail: false }),
  }
}

export function saveLocalDraft(state: DraftState, of: DraftOf = {}, version?: number): boolean {
  const local: LocalDraft = { savedAt: Date.now(), version, ...keptOf(state) }
  return saveDraft(kindOf(of), local)
}

export const removeLocalDraft = (of: DraftOf) => removeDraft(kindOf(of))

/** Reads the unfinished event that this device keeps; null if there is none. */
export function readLocalDraft(
  of: DraftOf = {},
): { state: DraftState; savedAt: number; version?: number; lostImages: boolean } | null {
  const local = readDraft(kindOf(of)) as Partial<LocalDraft> | null
  if (!local?.event || !local.savedAt) return null
  const { savedAt, version } = local
  // The images of a draft that the server keeps are kept with it.
  const isOld = of.draft === undefined && Date.now() - savedAt > IMAGES_LIVE
  if (!isOld) return { state: draftFrom(local), savedAt, version, lostImages: false }
  const { event, own = [] } = local
  const hadImages = [event.logo, event.coverImage, event.attachmentImage, ...own.map(({ image }) => image)]
  const state = draftFrom({
    event: { ...event, logo: null, coverImage: null, attachmentImage: null },
    own: own.map((question) => ({ ...question, image: null })),
  })
  return { state, savedAt, version, lostImages: hadImages.some(Boolean) }
}
