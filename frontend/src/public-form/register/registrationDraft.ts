import { withoutSeparators } from '~/lib/fieldLengths'
import { ownQuestions } from '~/lib/questions'
import { keep, recall } from '~/lib/storage'
import type {
  AnswerValue,
  ChangeOwn,
  PaymentMethod,
  PublicEvent,
  PublicTicket,
  Question,
  RegisterBody,
} from '../contract'
import { type InvoiceDraft, invoiceBodyOf, NO_INVOICE } from '../fields/invoice'

/** The visitor's input so far. */
export interface Draft {
  fullName: string
  email: string
  phone: string
  company: string
  /** By question. An image's answer is its address. */
  answers: Record<string, AnswerValue>
  /** Small pictures of the uploaded images, by question: the originals are private to the organiser. */
  previews: Record<string, string>
  ticketId: string | null
  paymentMethod: PaymentMethod | null
  wantsInvoice: boolean
  invoice: InvoiceDraft
  invitationCode: string
  consent: boolean
}

type Person = Pick<Draft, 'fullName' | 'email' | 'phone'>

const EMPTY: Draft = {
  fullName: '',
  email: '',
  phone: '',
  company: '',
  answers: {},
  previews: {},
  ticketId: null,
  paymentMethod: null,
  wantsInvoice: false,
  invoice: NO_INVOICE,
  invitationCode: '',
  consent: false,
}

/** Milliseconds an unfinished form stays on the device; the server keeps its uploads for as long. */
const KEPT = 24 * 60 * 60 * 1000
const PERSON = 'hoi.person'
const draftOf = (eventId: string) => `hoi.draft.${eventId}`

interface Stored {
  draft: Draft
  at: number
  /** The code of the link through which the visitor came. */
  linkCode?: string
}

export const blankDraft = (invitationCode = ''): Draft => ({ ...EMPTY, invitationCode })

/**
 * The unfinished form of an earlier visit, else a new one with the remembered details of this device's owner. The code
 * of a new link replaces the one in an unfinished form; opening the same link again leaves it unchanged.
 */
export function openDraft(eventId: string, linkCode: string): { draft: Draft; isRestored: boolean } {
  const stored = recall<Stored>('localStorage', draftOf(eventId))
  if (stored && Date.now() - stored.at < KEPT) {
    const draft = { ...EMPTY, ...stored.draft }
    const isNewLink = linkCode !== '' && linkCode !== stored.linkCode
    return { draft: isNewLink ? { ...draft, invitationCode: linkCode } : draft, isRestored: true }
  }
  keep('localStorage', draftOf(eventId), null)
  return { draft: { ...blankDraft(linkCode), ...rememberedPerson() }, isRestored: false }
}

/**
 * Consent is left out: it is given anew, by hand, each time the form is sent. So are sensitive answers, because others
 * may use the device.
 */
export function saveDraft(eventId: string, draft: Draft, linkCode: string, scheme: readonly Question[]) {
  const sealed = new Set(scheme.filter(({ sensitive }) => sensitive).map(({ id }) => id))
  const answers = Object.fromEntries(Object.entries(draft.answers).filter(([id]) => !sealed.has(id)))
  const stored: Stored = { draft: { ...draft, answers, consent: false }, at: Date.now(), linkCode }
  keep('localStorage', draftOf(eventId), stored)
}

export const removeDraft = (eventId: string) => keep('localStorage', draftOf(eventId), null)

export const rememberedPerson = () => recall<Person>('localStorage', PERSON)

/** A number that was given before stays where a form asks for none. */
export const rememberPerson = ({
  fullName,
  email,
  phone,
}: Pick<RegisterBody, 'fullName' | 'email' | 'phone'>) =>
  keep('localStorage', PERSON, { fullName, email, phone: phone || (rememberedPerson()?.phone ?? '') })

export const forgetPerson = () => keep('localStorage', PERSON, null)

/** The class that is chosen and can still be had; a single class needs no choosing. */
export function chosenTicket(event: PublicEvent, draft: Draft): PublicTicket | undefined {
  const offered = event.tickets.filter((ticket) => !ticket.soldOut)
  const only = event.tickets.length === 1 ? offered[0] : undefined
  return offered.find(({ id }) => id === draft.ticketId) ?? only
}

/** A method is asked for only when something is to be paid. */
export const needsPayment = (event: PublicEvent, draft: Draft) =>
  !event.turnOffPayment && (chosenTicket(event, draft)?.price ?? 0) > 0

/** The ways to pay that the event offers. */
export const methodsOf = ({ takesCash }: Pick<PublicEvent, 'takesCash'>): PaymentMethod[] =>
  takesCash ? ['BANK_TRANSFER', 'CASH_AT_VENUE'] : ['BANK_TRANSFER']

/** The way that is chosen and still offered, or else a transfer, which every event takes. */
export const chosenMethod = (event: PublicEvent, draft: Draft): PaymentMethod =>
  methodsOf(event).find((method) => method === draft.paymentMethod) ?? 'BANK_TRANSFER'

/** An invoice is offered only when something is to be paid. */
export const offersInvoice = (event: PublicEvent, draft: Draft) =>
  event.offersInvoices && needsPayment(event, draft)

export const wantsInvoice = (event: PublicEvent, draft: Draft) =>
  draft.wantsInvoice && offersInvoice(event, draft)

const isAnswered = (answer: AnswerValue | undefined): answer is AnswerValue =>
  answer !== undefined && (typeof answer === 'string' ? answer.trim() : answer).length > 0

/** The part that can be changed after the registration. */
export const detailsOf = (event: PublicEvent, draft: Draft): ChangeOwn => ({
  fullName: draft.fullName.trim(),
  phone: withoutSeparators(draft.phone),
  company: draft.company.trim(),
  answers: ownQuestions(event.eventForm.scheme).flatMap(({ id, type }) => {
    const answer = draft.answers[id]
    return type !== 'READ_ONLY' && isAnswered(answer) ? [{ questionId: id, answer }] : []
  }),
})

/** The body to send: only answers that the form asks for now, whatever an older draft still holds. */
export function bodyOf(event: PublicEvent, draft: Draft): RegisterBody {
  const ticket = chosenTicket(event, draft)
  return {
    ...detailsOf(event, draft),
    email: draft.email.trim(),
    ticketId: ticket?.id ?? null,
    paymentMethod: needsPayment(event, draft) ? chosenMethod(event, draft) : null,
    ...(wantsInvoice(event, draft) && { invoice: invoiceBodyOf(draft.invoice) }),
    invitationCode: draft.invitationCode.trim() || null,
    consent: draft.consent,
  }
}
