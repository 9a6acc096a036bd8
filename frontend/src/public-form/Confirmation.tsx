import { useEffect, useRef } from 'react'
import { AddToCalendar } from './AddToCalendar'
import { paletteOf, paletteStyle } from './contrast'
import { Icon } from './Icon'
import type { IssuedTicket } from './issuedTicket'
import { LanguageSwitch } from './LanguageSwitch'
import { RememberingNote } from './RememberingNote'
import { SaveImage } from './SaveImage'
import { TransferDue } from './TransferDue'
import classes from './ticket.module.css'
import { type Language, useWords } from './words'

interface ConfirmationProps {
  ticket: IssuedTicket
  message: string
  onAnother: () => void
  onLanguage: (language: Language) => void
}

/** The confirmation is the ticket and, when a transfer is due, the payment. */
export function Confirmation({ ticket, message, onAnother, onLanguage }: ConfirmationProps) {
  const { t, time, longDate, money } = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const { event, fullName, ticketCode, paymentInfo } = ticket
  const { ground, onGround } = paletteOf(event.backgroundColor)
  const when = `${time(event.eventStartDate)}, ${longDate(event.eventStartDate)}`
  const className = ticket.ticket?.name
  const price = ticket.ticket?.price ?? 0
  const lines = [fullName, ...(className ? [className] : []), when, event.venueAddress, ticketCode]

  return (
    <div className={classes.confirmation} style={paletteStyle(event.backgroundColor)}>
      <title>{event.title}</title>
      <header className={classes.bar}>
        <LanguageSwitch onChoose={onLanguage} />
      </header>
      <main>
        <div className={classes.done}>
          <span className={classes.mark}>
            <Icon name="check" />
          </span>
          <h1 ref={heading} tabIndex={-1}>
            {t('done.title')}
          </h1>
          <p>{message || t('done.text')}</p>
          {ticket.isFromEarlierAttempt && <p className={classes.note}>{t('done.earlier')}</p>}
        </div>
        <div className={classes.cards}>
          <section className={classes.ticket} aria-label={t('done.ticket')}>
            <h2>{event.title}</h2>
            <div className={classes.qr}>
              <img src={ticket.qr} alt={t('done.qr', { code: ticketCode })} width="280" height="280" />
              <p className={classes.code}>{ticketCode}</p>
              <p>{t('done.show')}</p>
            </div>
            <dl className={classes.details}>
              <div data-wide>
                <dt>{t('done.name')}</dt>
                <dd>{fullName}</dd>
              </div>
              {className && (
                <div>
                  <dt>{t('ticket.label')}</dt>
                  <dd>{className}</dd>
                </div>
              )}
              <div>
                <dt>{t('facts.date')}</dt>
                <dd>{when}</dd>
              </div>
              <div>
                <dt>{t('facts.place')}</dt>
                <dd>{event.venueAddress}</dd>
              </div>
              {ticket.paymentMethod && (
                <div>
                  <dt>{t('total')}</dt>
                  <dd>
                    {money(price)} · {t(`done.due.${ticket.paymentMethod}`)}
                  </dd>
                </div>
              )}
            </dl>
            <div className={classes.actions}>
              <SaveImage
                card={{ title: event.title, ground, onGround, qr: ticket.qr, lines }}
                fileName={`ve-${ticketCode}.png`}
                label={t('save.ticket')}
              />
              <AddToCalendar event={event} />
            </div>
          </section>
          {paymentInfo && <TransferDue payment={paymentInfo} {...{ ground, onGround }} />}
        </div>
        <footer className={classes.after}>
          <RememberingNote />
          <button type="button" className={classes.another} onClick={onAnother}>
            {t('done.another')}
          </button>
        </footer>
      </main>
    </div>
  )
}
