import { isLongEnoughPhone, isNumber, LIMITS, withoutSeparators } from '~/lib/fieldLengths'
import { type FixedField, fixedQuestions, isRequired, ownQuestions } from '~/lib/questions'
import type { AnswerValue, PublicEvent, Question } from '../contract'
import { chosenTicket, type Draft, wantsInvoice } from '../register/registrationDraft'
import { emailFault, type Fault, type Faults, tooLong } from './faults'
import { invoiceFaults } from './invoice'

/** The checks that need no server, which remains the authority. */

export const answerField = (questionId: string) => `answers.${questionId}`

const numberFault = (text: string, max: number): Fault | null =>
  isNumber(text) ? tooLong(withoutSeparators(text), max) : { key: 'fault.number' }

function phoneFault(text: string): Fault | null {
  return isLongEnoughPhone(text) ? numberFault(text, LIMITS.phone) : { key: 'fault.phone' }
}

function fixedFault(field: FixedField, draft: Draft, isNeeded: boolean): Fault | null {
  const text = draft[field].trim()
  if (text === '') return isNeeded ? { key: `fault.missing.${field}` } : null
  if (field === 'email') return emailFault(text)
  if (field === 'phone') return phoneFault(text)
  return tooLong(text, LIMITS[field])
}

const MISSING = {
  TEXT: 'fault.missing.answer',
  EMAIL: 'fault.missing.answer',
  NUMBER: 'fault.missing.answer',
  ONE_CHOICE: 'fault.missing.choice',
  MULTIPLE_CHOICE: 'fault.missing.choices',
  IMAGE: 'fault.missing.image',
  READ_ONLY: 'fault.missing.answer',
} as const

function answerFault(question: Question, answer: AnswerValue | undefined): Fault | null {
  if (question.type === 'READ_ONLY') return null
  const text = typeof answer === 'string' ? answer.trim() : (answer ?? []).join()
  if (text === '') return isRequired(question) ? { key: MISSING[question.type] } : null
  if (question.type === 'EMAIL') return emailFault(text)
  if (question.type === 'NUMBER') return numberFault(text, LIMITS.numberAnswer)
  return question.type === 'TEXT' ? tooLong(text, LIMITS.answer) : null
}

/** The errors in the answers to the fixed and to the organiser's questions, in the order of the form. */
export function findDetailFaults(event: PublicEvent, draft: Draft): Faults {
  const fixed = fixedQuestions(event.eventForm.scheme).map(
    ({ field, isNeeded }) => [field, fixedFault(field, draft, isNeeded)] as const,
  )
  const own = ownQuestions(event.eventForm.scheme).map(
    (question) => [answerField(question.id), answerFault(question, draft.answers[question.id])] as const,
  )
  return Object.fromEntries(
    [...fixed, ...own].flatMap(([field, fault]) => (fault ? [[field, fault] as const] : [])),
  )
}

/** Everything that is wrong, in the order of the form. */
export function findFaults(event: PublicEvent, draft: Draft): Faults {
  const faults: Faults = {}
  const note = (field: string, fault: Fault) => {
    faults[field] = fault
  }
  if (event.tickets.length > 0 && !chosenTicket(event, draft))
    note('ticketId', { key: 'fault.missing.ticket' })
  Object.assign(faults, findDetailFaults(event, draft))
  if (wantsInvoice(event, draft)) Object.assign(faults, invoiceFaults(draft.invoice))
  if (event.needsCode && draft.invitationCode.trim() === '') {
    note('invitationCode', { key: 'fault.missing.invitationCode' })
  }
  if (!draft.consent) note('consent', { key: 'fault.missing.consent' })
  return faults
}

/** While the form is being filled in, empty fields are no faults yet. */
export function faultOnLeaving(event: PublicEvent, draft: Draft, field: string): Fault | null {
  const fault = findFaults(event, draft)[field]
  const isMissing = fault && 'key' in fault && fault.key.startsWith('fault.missing')
  return fault && !isMissing ? fault : null
}

/** The id of a field's input, and the beginning of those of its descriptions. */
export const fieldId = (field: string) => `field-${field}`
