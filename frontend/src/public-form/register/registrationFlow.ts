import type { AnswerValue, PublicEvent } from '../contract'
import type { IssuedTicket } from '../ticket/issuedTicket'
import { blankDraft, type Draft } from './registrationDraft'

/** The steps of a visitor from the form to the ticket. */
export interface RegistrationFlow {
  /** The ticket, once there is one. */
  ticketInfo: IssuedTicket | null
  /** The visitor's input. */
  registerData: Draft
  formType: PublicEvent['formType']
  isSuccess: boolean
  isNotFound: boolean
  /** The server's message about the successful registration. */
  successMessage: string
}

export type FlowAction =
  | { type: 'typed'; changes: Partial<Draft> }
  | { type: 'answered'; questionId: string; answer: AnswerValue; preview: string | undefined }
  | { type: 'formTypeKnown'; formType: PublicEvent['formType'] }
  | { type: 'notFound' }
  | { type: 'registered'; ticket: IssuedTicket }
  | { type: 'startedAnew' }

export const INITIAL_FLOW: RegistrationFlow = {
  ticketInfo: null,
  registerData: blankDraft(),
  formType: 'open',
  isSuccess: false,
  isNotFound: false,
  successMessage: '',
}

export function registrationFlow(flow: RegistrationFlow, action: FlowAction): RegistrationFlow {
  switch (action.type) {
    case 'typed':
      return { ...flow, registerData: { ...flow.registerData, ...action.changes } }
    case 'answered': {
      const { answers, previews } = flow.registerData
      const { [action.questionId]: _, ...others } = previews
      const registerData = {
        ...flow.registerData,
        answers: { ...answers, [action.questionId]: action.answer },
        previews: action.preview ? { ...others, [action.questionId]: action.preview } : others,
      }
      return { ...flow, registerData }
    }
    case 'formTypeKnown':
      return { ...flow, formType: action.formType, isNotFound: false }
    case 'notFound':
      return { ...flow, isNotFound: true }
    case 'registered':
      return {
        ...flow,
        ticketInfo: action.ticket,
        isSuccess: true,
        successMessage: action.ticket.message,
        registerData: blankDraft(),
      }
    case 'startedAnew':
      return { ...INITIAL_FLOW, formType: flow.formType }
  }
}
