import type { components } from '~/api/schema'
import { ownQuestions } from '~/lib/questions'
import { takesMoney } from './defaults'
import type { DraftState, DraftTicket, EventFields } from './draftStore'
import { tidied } from './questions'
import { tidiedSites } from './sites'

type EventBody = components['schemas']['EventBody']

/** The fields as request values: empty optional fields are null, empty required fields are left out. */
function fieldsOf(event: EventFields): Omit<EventBody, 'tickets' | 'eventForm'> {
  const { tickets: _tickets, ...fields } = event
  return {
    ...fields,
    // An event that takes no money needs no bank, so there may be none.
    turnOffPayment: event.turnOffPayment || (!takesMoney(event) && !event.accountNumber),
    logo: event.logo ?? undefined,
    totalParticipants: event.totalParticipants ?? undefined,
    openRegistrationDate: event.openRegistrationDate ?? undefined,
    closeRegistrationDate: event.closeRegistrationDate ?? undefined,
    eventStartDate: event.eventStartDate ?? undefined,
    hostName: event.hostName || null,
    hostContact: event.hostContact || null,
    accountNumber: event.accountNumber.replace(/\s/g, '') || null,
    // Without an account, its holder's name is only the default.
    accountHolderName: (event.accountNumber && event.accountHolderName) || null,
    bankName: event.bankName || null,
    paymentEmailContent: event.paymentEmailContent || null,
    registerEmailContent: event.registerEmailContent || null,
    contactEmail: event.contactEmail.trim() || null,
    embedOrigins: tidiedSites(event.embedOrigins),
  }
}

const schemeOf = ({ formScheme }: DraftState) => ownQuestions(formScheme).map(tidied)

export const newTicketOf = ({ name, description, price, quantity, isHidden }: DraftTicket) => ({
  name,
  description,
  price,
  quantity,
  isHidden,
})

/** The body that creates an event. */
export function creationOf(state: DraftState): EventBody {
  return {
    ...fieldsOf(state.event),
    eventForm: { scheme: schemeOf(state) },
    tickets: state.event.tickets.map(newTicketOf),
  }
}

/**
 * The body that changes an event: only the fields that differ from `saved`, so that other people's changes are kept.
 */
export function changeOf(state: DraftState, saved: DraftState): EventBody {
  const before = fieldsOf(saved.event)
  const fields = Object.entries(fieldsOf(state.event)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
  )
  const scheme = schemeOf(state)
  const isFormChanged = JSON.stringify(scheme) !== JSON.stringify(schemeOf(saved))
  return { ...Object.fromEntries(fields), ...(isFormChanged && { eventForm: { scheme } }) }
}
