import { useEffect, useRef, useState } from 'react'
import type { Language } from '~/lib/languages'
import { paletteOf, paletteStyle } from '~/lib/palette'
import { ownPagePath } from '~/lib/paths'
import { scrollToTop } from '../embedded'
import own from '../own-page/own.module.css'
import { Icon } from '../parts/Icon'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { PageTitle } from '../parts/PageTitle'
import { hasCodeToPayBy, TransferDue } from '../pay/TransferDue'
import { usePaymentNews } from '../pay/usePaymentNews'
import { RememberingNote } from '../register/RememberingNote'
import { useTranslation } from '../translation'
import { CheckMail } from './CheckMail'
import { type IssuedTicket, keepTicket } from './issuedTicket'
import { KeepLink } from './KeepLink'
import { shownTicket, TicketCard } from './TicketCard'
import classes from './ticket.module.css'
import { useIsOver } from './useIsOver'

interface ConfirmationProps {
  ticket: IssuedTicket
  isRecalled: boolean
  message: string
  onAnother: () => void
  /** Shows the page of the event. */
  onEvent: () => void
  onLanguageChange: (language: Language) => void
}

/** The confirmation is the ticket and, when a transfer is due, the payment. */
export function Confirmation({
  ticket,
  isRecalled,
  message,
  onAnother,
  onEvent,
  onLanguageChange,
}: ConfirmationProps) {
  const { t, money } = useTranslation()
  const isOver = useIsOver(ticket, isRecalled)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollToTop()
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { event } = ticket
  const [isPaid, setPaid] = useState(false)
  const paymentInfo = isPaid ? null : ticket.paymentInfo
  usePaymentNews({
    eventId: event.id,
    ownKey: ticket.ownKey ?? '',
    isWaiting: Boolean(paymentInfo) && !isOver,
    onPaid: () => {
      keepTicket({ ...ticket, paymentInfo: null, paymentMethod: null })
      setPaid(true)
    },
  })
  const { ground, onGround } = paletteOf(event.backgroundColor)
  const paymentMethod = isPaid ? null : ticket.paymentMethod
  const isEarlyCash = paymentMethod === 'CASH_AT_VENUE' && Boolean(paymentInfo)
  const way = isEarlyCash ? t('done.due.cashBefore') : paymentMethod && t(`done.due.${paymentMethod}`)
  const due = way && `${money(ticket.ticket?.price ?? 0)} · ${way}`

  return (
    <div className={classes.confirmation} style={paletteStyle(event.backgroundColor)}>
      <PageTitle>{event.title}</PageTitle>
      <header className={classes.bar}>
        <LanguageSwitch onChange={onLanguageChange} />
      </header>
      <main>
        {ticket.confirmBy ? (
          <CheckMail ticket={ticket} message={message} heading={heading} />
        ) : (
          <>
            <div className={classes.done}>
              <span className={classes.mark}>
                <Icon name="check" />
              </span>
              <h1 ref={heading} tabIndex={-1}>
                {t('done.title')}
              </h1>
              <p>{message || t('done.text')}</p>
              <p role="status" className={isPaid ? own.saved : 'hidden'}>
                {isPaid && t('done.paid')}
              </p>
              {isOver && (
                <p role="alert" className={own.problem}>
                  {t('done.over')} <a href={ownPagePath(event.id)}>{t('find.title')}</a>
                </p>
              )}
              {ticket.isFromEarlierAttempt && <p className={classes.note}>{t('done.earlier')}</p>}
            </div>
            <div className={classes.cards}>
              {paymentInfo && (
                <TransferDue
                  payment={paymentInfo}
                  isInCash={paymentMethod === 'CASH_AT_VENUE'}
                  ground={ground}
                  onGround={onGround}
                />
              )}
              <TicketCard
                ticket={{ ...ticket, ...shownTicket(ticket) }}
                event={event}
                due={due}
                isFolded={hasCodeToPayBy(paymentInfo)}
                ownKey={ticket.ownKey}
              />
            </div>
            {ticket.ownKey && !isOver && <KeepLink ticket={ticket} />}
          </>
        )}
        <footer className={classes.after}>
          <RememberingNote />
          <button type="button" className={classes.another} onClick={onEvent}>
            {t('done.event')}
          </button>
          <button type="button" className={classes.another} onClick={onAnother}>
            {t('done.another')}
          </button>
        </footer>
      </main>
    </div>
  )
}
