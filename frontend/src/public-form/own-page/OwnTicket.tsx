import { useEffect, useRef, useState } from 'react'
import { paletteOf } from '~/lib/palette'
import type { OwnRegistration, PublicEvent } from '../contract'
import { MyData } from '../my-data/MyData'
import { Contact } from '../page/Host'
import { OwnRefund } from '../pay/OwnRefund'
import { SaveReceipt } from '../pay/SaveReceipt'
import { hasCodeToPayBy, TransferDue } from '../pay/TransferDue'
import { useOwnRefund } from '../pay/useOwnRefund'
import { usePaymentNews } from '../pay/usePaymentNews'
import { shownTicket, TicketCard } from '../ticket/TicketCard'
import ticketClasses from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import { CancelOwn } from './CancelOwn'
import { OwnDetails } from './OwnDetails'
import { OwnDetailsForm } from './OwnDetailsForm'
import { OwnInvoice } from './OwnInvoice'
import { OwnStatus } from './OwnStatus'
import classes from './own.module.css'
import type { Own } from './useOwnRegistration'

interface OwnTicketProps {
  event: PublicEvent
  registration: OwnRegistration
  own: Own
  /** Takes the focus, which was on the question that the ticket replaces. */
  isJustConfirmed: boolean
  onCancelled: (ticketCode: string) => void
}

export function OwnTicket({ event, registration, own, isJustConfirmed, onCancelled }: OwnTicketProps) {
  const { t, language } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const [saved, setSaved] = useState('')
  const details = useRef<HTMLHeadingElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isJustConfirmed) heading.current?.focus()
  }, [isJustConfirmed])
  const { paymentInfo } = registration
  const [isPaidNow, setPaidNow] = useState(false)
  usePaymentNews({
    eventId: event.id,
    ownKey: own.ownKey,
    isWaiting: Boolean(paymentInfo),
    onPaid: () => {
      setPaidNow(true)
      void own.reload()
    },
  })
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {t('done.ticket')}
      </h1>
      <p role="status" className={isPaidNow && !paymentInfo ? classes.saved : 'hidden'}>
        {isPaidNow && !paymentInfo && t('done.paid')}
      </p>
      <OwnStatus registration={registration} />
      {registration.received > 0 && <SaveReceipt eventId={event.id} ownKey={own.ownKey} />}
      <div className={ticketClasses.cards} data-due={paymentInfo ? true : undefined}>
        {paymentInfo && (
          <TransferDue
            payment={paymentInfo}
            isInCash={registration.paymentMethod === 'CASH_AT_VENUE'}
            {...paletteOf(event.backgroundColor)}
          />
        )}
        <TicketCard
          ticket={{ ...registration, ...shownTicket(registration) }}
          event={event}
          isFolded={hasCodeToPayBy(paymentInfo)}
          ownKey={own.ownKey}
        />
        <section className={classes.panel} aria-labelledby="own-details">
          <h2 id="own-details" ref={details} tabIndex={-1}>
            {t('own.details')}
          </h2>
          <p role="status" className={saved ? classes.saved : 'hidden'}>
            {saved}
          </p>
          {isEditing ? (
            <OwnDetailsForm
              event={event}
              registration={registration}
              own={own}
              onDone={(message) => {
                setSaved(message)
                setEditing(false)
                details.current?.focus()
              }}
            />
          ) : (
            <OwnDetails
              registration={registration}
              onEdit={() => {
                setSaved('')
                setEditing(true)
              }}
            />
          )}
        </section>
        {registration.received > registration.amount && <Surplus eventId={event.id} ownKey={own.ownKey} />}
        {(registration.offersInvoice || registration.invoice) && (
          <OwnInvoice event={event} registration={registration} own={own} />
        )}
        {(event.hostName || event.hostContact) && (
          <section className={classes.panel} aria-label={t('host.title')}>
            <h2>{t('host.title')}</h2>
            <div>
              {event.hostName && <p>{event.hostName}</p>}
              {event.hostContact && <Contact text={event.hostContact} />}
            </div>
          </section>
        )}
        {/* The server writes it in the language of the request. */}
        <MyData key={language} eventId={event.id} ownKey={own.ownKey} shown={shownFacts(registration)} />
        <CancelOwn
          registration={registration}
          own={own}
          onCancelled={() => onCancelled(registration.ticketCode ?? '')}
        />
      </div>
    </>
  )
}

/**
 * The names of stored facts that this page already shows. The page only mentions pictures, so they are not among them.
 */
function shownFacts({ answers, invoice }: OwnRegistration): ReadonlySet<string> {
  const answered = answers.filter(({ type }) => type !== 'IMAGE')
  return new Set([
    ...['fullName', 'email', 'phone', 'company', 'ticket', 'ticketCode'],
    ...answered.map(({ questionId }) => `question:${questionId}`),
    ...(invoice ? ['invoiceName', 'invoiceNumber', 'invoiceAddress', 'invoiceEmail'] : []),
  ])
}

/** The amount paid beyond the price. */
function Surplus({ eventId, ownKey }: { eventId: string; ownKey: string }) {
  const { answer, calls } = useOwnRefund(eventId, ownKey)
  return answer?.ok ? <OwnRefund refund={answer.data} calls={calls} /> : null
}
