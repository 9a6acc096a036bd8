import { useMemo } from 'react'
import { paletteOf } from '~/lib/palette'
import { qrPicture } from '~/lib/qrPicture'
import { AddToCalendar } from './AddToCalendar'
import type { OwnRegistration, Registered } from './contract'
import type { IssuedTicket } from './issuedTicket'
import { SaveImage } from './SaveImage'
import classes from './ticket.module.css'
import { useTranslation } from './translation'

interface ShownTicket {
  qr: string
  ticketCode: string
}

/** The ticket code and the text of its QR code; empty until the registration is confirmed. */
export const shownTicket = ({ qr, ticketCode }: Pick<Registered, 'qr' | 'ticketCode'>): ShownTicket => ({
  qr: qr ?? '',
  ticketCode: ticketCode ?? '',
})

interface TicketCardProps {
  ticket: Pick<Registered, 'ticket'> & Pick<OwnRegistration, 'fullName'> & ShownTicket
  event: IssuedTicket['event']
  /** The payment as text. */
  due?: string | null
  /** A code to pay by stands beside: the ticket's own is folded away, so that nobody scans the wrong one. */
  isFolded?: boolean
}

/** The ticket, to be shown at the door. */
export function TicketCard({ ticket, event, due, isFolded = false }: TicketCardProps) {
  const { t, hours, longDate } = useTranslation()
  const { fullName, ticketCode } = ticket
  const qr = useMemo(() => qrPicture(ticket.qr), [ticket.qr])
  const when = `${longDate(event.eventStartDate)}, ${hours(event.eventStartDate, event.endDate)}`
  const className = ticket.ticket?.name
  const lines = [fullName, ...(className ? [className] : []), when, event.venueAddress, ticketCode]
  const code = (
    <div className={classes.qr}>
      <img src={qr} alt={t('done.qr', { code: ticketCode })} width="280" height="280" />
      {!isFolded && <p className={classes.code}>{ticketCode}</p>}
      <p>{t('done.show')}</p>
    </div>
  )
  return (
    <section className={classes.ticket} aria-label={t('done.ticket')}>
      <h2>{event.title}</h2>
      {isFolded ? (
        <details className={classes.fold}>
          <summary>{t('done.fold')}</summary>
          {code}
          <p>{t('done.foldNote')}</p>
        </details>
      ) : (
        code
      )}
      <dl className={classes.details}>
        {isFolded && (
          <div>
            <dt>{t('done.code')}</dt>
            <dd className={classes.folded}>{ticketCode}</dd>
          </div>
        )}
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
        {due && (
          <div>
            <dt>{t('total')}</dt>
            <dd>{due}</dd>
          </div>
        )}
      </dl>
      <div className={classes.actions}>
        <SaveImage
          card={{ title: event.title, ...paletteOf(event.backgroundColor), qr, lines }}
          fileName={`ve-${ticketCode}.png`}
          label={t('save.ticket')}
        />
        <AddToCalendar event={event} />
      </div>
    </section>
  )
}
