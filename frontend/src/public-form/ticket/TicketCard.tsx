import { useMemo } from 'react'
import { EventTicket, TicketQr } from '~/components/EventTicket'
import { paletteOf } from '~/lib/palette'
import { smaller } from '~/lib/pictureSizes'
import { qrPicture } from '~/lib/qrPicture'
import type { OwnRegistration, Registered } from '../contract'
import { useTranslation } from '../translation'
import { AddToCalendar } from './AddToCalendar'
import type { IssuedTicket } from './issuedTicket'
import { SaveImage } from './SaveImage'
import classes from './ticket.module.css'

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
  /**
   * A payment code is shown beside it: the ticket's own is folded away, so that the visitor does not scan the wrong
   * one.
   */
  isFolded?: boolean
  /** Opens the registration's own page. */
  ownKey?: string | null | undefined
}

/** The ticket, to be shown at the door. */
export function TicketCard({ ticket, event, due, isFolded = false, ownKey }: TicketCardProps) {
  const { t, hours, longDate } = useTranslation()
  const { fullName, ticketCode } = ticket
  const qr = useMemo(() => qrPicture(ticket.qr), [ticket.qr])
  const when = `${longDate(event.eventStartDate)}, ${hours(event.eventStartDate, event.endDate)}`
  const className = ticket.ticket?.name
  const lines = [fullName, ...(className ? [className] : []), when, event.venueAddress, ticketCode]
  const code = (
    <TicketQr
      qr={qr}
      alt={t('done.qr', { code: ticketCode })}
      code={isFolded ? undefined : ticketCode}
      note={t('done.show')}
    />
  )
  return (
    <EventTicket
      label={t('done.ticket')}
      title={event.title}
      cover={!isFolded && event.coverImage ? smaller(event.coverImage, 960) : null}
      code={
        isFolded ? (
          <details className={classes.fold}>
            <summary>{t('done.fold')}</summary>
            {code}
            <p>{t('done.foldNote')}</p>
          </details>
        ) : (
          code
        )
      }
      facts={[
        isFolded && { label: t('done.code'), value: ticketCode, isCode: true },
        { label: t('done.name'), value: fullName, isMain: true },
        className && { label: t('ticket.label'), value: className },
        { label: t('facts.date'), value: when },
        { label: t('facts.place'), value: event.venueAddress },
        due && { label: t('total'), value: due },
      ]}
    >
      <div className={classes.actions}>
        <SaveImage
          card={{ title: event.title, ...paletteOf(event.backgroundColor), qr, lines }}
          fileName={`ve-${ticketCode}.png`}
          label={t('save.ticket')}
        />
        <AddToCalendar event={event} ownKey={ownKey} />
      </div>
    </EventTicket>
  )
}
