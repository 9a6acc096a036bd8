import { type FormEvent, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { ownQuestions } from '~/lib/questions'
import { visitorHeaders } from '../accountSession'
import type { Refusal } from '../api'
import type { PaymentMethod, PublicEvent, PublicTicket } from '../contract'
import { ChoiceField } from '../fields/ChoiceField'
import { ErrorSummary } from '../fields/ErrorSummary'
import { FixedQuestions } from '../fields/FixedQuestions'
import classes from '../fields/form.module.css'
import { InvoiceFields } from '../fields/InvoiceFields'
import { invoiceField } from '../fields/invoice'
import { QuestionField } from '../fields/QuestionField'
import { faultsOf, useFaults } from '../fields/useFaults'
import { answerField, faultOnLeaving, findFaults } from '../fields/validation'
import { type Translation, useTranslation } from '../translation'
import { Consent } from './Consent'
import { InvitationField } from './InvitationField'
import { InvoiceRequest } from './InvoiceRequest'
import { RememberedNote } from './RememberedNote'
import {
  bodyOf,
  chosenMethod,
  chosenTicket,
  methodsOf,
  needsPayment,
  offersInvoice,
} from './registrationDraft'
import { SubmitPart } from './SubmitPart'
import { TicketChoice } from './TicketChoice'
import type { Registration } from './useRegistration'
import { useSubmission } from './useSubmission'

interface RegistrationFormProps {
  event: PublicEvent
  isPreview: boolean
  reload: () => Promise<void>
  registration: Registration
  /** Called with the name of the inviting person; absent when the visitor's link carries no invitation. */
  onInvited: ((name: string) => void) | undefined
}

/** An invitation code may be for a class that is hidden from other visitors. */
const withTicket = (event: PublicEvent, ticket: PublicTicket | null): PublicEvent =>
  ticket && !event.tickets.some(({ id }) => id === ticket.id)
    ? { ...event, tickets: [...event.tickets, ticket] }
    : event

/** A class gives no more tickets than the event has seats. */
function withSeats(event: PublicEvent): PublicEvent {
  const { seatsLeft, tickets } = event
  if (seatsLeft === null) return event
  return {
    ...event,
    tickets: tickets.map((ticket) => ({ ...ticket, remaining: Math.min(ticket.remaining, seatsLeft) })),
  }
}

/** The deadline of this way of paying, and its consequence; empty without a deadline. */
function deadlineOf(event: PublicEvent, method: PaymentMethod, t: Translation['t']) {
  const { paymentDays: count, releasesUnpaid, cashHasDeadline } = event
  if (count === null) return ''
  if (method === 'BANK_TRANSFER')
    return t(releasesUnpaid ? 'payment.deadlineReleased' : 'payment.deadline', { count })
  if (!cashHasDeadline) return ''
  return t(releasesUnpaid ? 'payment.cashDeadlineReleased' : 'payment.cashDeadline', { count })
}

/** The note on a way to pay. Cash that is due before the event is not paid at the door. */
function noteOf(event: PublicEvent, method: PaymentMethod, t: Translation['t']) {
  const deadline = deadlineOf(event, method, t)
  if (method === 'CASH_AT_VENUE' && deadline) return deadline
  return [t(`payment.${method}.note`), deadline].filter(Boolean).join(' ')
}

export function RegistrationForm(props: RegistrationFormProps) {
  const { event: offered, isPreview, reload, registration, onInvited } = props
  const { t, language } = useTranslation()
  const { flow, dispatch, type } = registration
  const draft = flow.registerData
  const { faults, summary, mark, show, settle } = useFaults()
  const [refusals, setRefusals] = useState<string[]>([])
  const [unlocked, setUnlocked] = useState<PublicTicket | null>(null)
  // The field stays visible for visitors who came with a code, also when they empty it.
  const [cameWithCode] = useState(draft.invitationCode !== '')
  const event = withTicket(withSeats(offered), unlocked)

  const refused = (refusal: Refusal) => {
    const { code } = refusal
    if (code === CODE.notFound) return dispatch({ type: 'notFound' })
    if (code === CODE.formNotOpen) dispatch({ type: 'formTypeKnown', formType: 'upcoming' })
    if (code === CODE.formClosed) dispatch({ type: 'formTypeKnown', formType: 'closed' })
    // The refusal shows that the loaded event is outdated.
    void reload()
    const found = faultsOf(refusal)
    show(found)
    if (Object.keys(found).length === 0)
      setRefusals(refusal.messages.length > 0 ? refusal.messages : [t('failed.title')])
  }

  const { sending, send, stop, leaveQueue } = useSubmission(event, registration, {
    onRegistered: registration.registered,
    onRefused: refused,
  })
  const isBusy = sending.state !== 'idle' && sending.state !== 'failed'

  const submitted = (submission: FormEvent) => {
    submission.preventDefault()
    if (isBusy || isPreview) return
    const found = findFaults(event, draft)
    setRefusals([])
    show(found)
    if (Object.keys(found).length === 0) send(bodyOf(event, draft))
  }

  const change = (field: string, changes: Parameters<typeof type>[0]) => {
    type(changes)
    if (field in faults) mark(field, null)
  }
  const leave = (field: string) => {
    const fault = faultOnLeaving(event, draft, field)
    if (fault) mark(field, fault)
  }
  const ticket = chosenTicket(event, draft)
  const methods = methodsOf(event)

  return (
    <form
      id="register"
      tabIndex={-1}
      className={classes.form}
      aria-labelledby="register-title"
      noValidate
      onSubmit={submitted}
    >
      <h2 id="register-title">{t('form')}</h2>
      {Object.keys(summary.faults).length > 0 && (
        <ErrorSummary
          key={summary.number}
          faults={summary.faults}
          event={event}
          buyer={draft.invoice.buyer}
        />
      )}
      {!isPreview && <RememberedNote registration={registration} />}
      <fieldset className={classes.all} disabled={isBusy}>
        {event.tickets.length > 0 && (
          <TicketChoice
            tickets={event.tickets}
            isPaidElsewhere={event.turnOffPayment}
            chosen={ticket?.id}
            onChange={(ticketId) => change('ticketId', { ticketId })}
            fault={faults.ticketId}
          />
        )}
        <FixedQuestions
          event={event}
          mailsTickets={event.sendEmailAfterRegister}
          draft={draft}
          faults={faults}
          change={change}
          leave={leave}
        />
        {ownQuestions(event.eventForm.scheme).map((question) => {
          const { id } = question
          const field = answerField(id)
          return (
            <QuestionField
              key={id}
              eventId={event.id}
              access={() => visitorHeaders(event, draft.invitationCode, language)}
              question={question}
              answer={draft.answers[id]}
              preview={draft.previews[id]}
              onAnswer={(answer, preview) => {
                registration.answer(id, answer, preview)
                mark(field, null)
              }}
              onLeave={() => leave(field)}
              fault={faults[field]}
              isPreview={isPreview}
            />
          )
        })}
        {needsPayment(event, draft) && (
          <ChoiceField
            field="paymentMethod"
            label={t('payment.label')}
            choices={methods.map((value) => ({
              value,
              text: t(`payment.${value}.name`),
              note: noteOf(event, value, t),
            }))}
            chosen={[chosenMethod(event, draft)]}
            onChange={([chosen]) =>
              change('paymentMethod', { paymentMethod: methods.find((method) => method === chosen) ?? null })
            }
            fault={faults.paymentMethod}
          />
        )}
        {offersInvoice(event, draft) && (
          <InvoiceRequest
            isWanted={draft.wantsInvoice}
            onWanted={(isWanted) => {
              const { invoice, company } = draft
              const name = invoice.name || (invoice.buyer === 'company' ? company.trim() : '')
              type({ wantsInvoice: isWanted, invoice: { ...invoice, name } })
            }}
          >
            <InvoiceFields
              invoice={draft.invoice}
              ownEmail={draft.email.trim()}
              names={{ company: draft.company.trim(), person: draft.fullName.trim() }}
              onChange={(field, changes) =>
                change(invoiceField(field), { invoice: { ...draft.invoice, ...changes } })
              }
              onLeave={(field) => leave(invoiceField(field))}
              faults={faults}
            />
          </InvoiceRequest>
        )}
        {(event.takesInvitationCodes || cameWithCode) && (
          <InvitationField
            eventId={event.id}
            isNeeded={event.needsCode}
            code={draft.invitationCode}
            onChange={(invitationCode) => change('invitationCode', { invitationCode })}
            onAccepted={({ ticket, invitedBy }) => {
              if (invitedBy) onInvited?.(invitedBy)
              setUnlocked(ticket ?? null)
              if (ticket) type({ ticketId: ticket.id })
              // The code may be all that the class lacked.
              const hasClass = ticket || chosenTicket(event, draft)
              settle('invitationCode', ...(hasClass ? ['ticketId'] : []))
            }}
            onRefused={(fault) => mark('invitationCode', fault)}
            fault={faults.invitationCode}
            isPreview={isPreview}
          />
        )}
        <Consent
          text={event.consent.text}
          isGiven={draft.consent}
          onChange={(consent) => change('consent', { consent })}
          fault={faults.consent}
        />
      </fieldset>
      <SubmitPart
        sending={sending}
        refusals={refusals}
        amount={needsPayment(event, draft) ? (ticket?.price ?? null) : null}
        onStop={stop}
        onLeaveQueue={leaveQueue}
        isPreview={isPreview}
      />
    </form>
  )
}
