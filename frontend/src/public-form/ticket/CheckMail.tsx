import type { RefObject } from 'react'
import { ownPagePath } from '~/lib/paths'
import own from '../own-page/own.module.css'
import { Icon } from '../parts/Icon'
import { useIsPast } from '../parts/useIsPast'
import { useTranslation } from '../translation'
import type { IssuedTicket } from './issuedTicket'
import classes from './ticket.module.css'

interface CheckMailProps {
  ticket: IssuedTicket
  message: string
  heading: RefObject<HTMLHeadingElement | null>
}

/** The seat is held, and the ticket comes once the link in the mail is opened. */
export function CheckMail({ ticket, message, heading }: CheckMailProps) {
  const { t, time, longDate } = useTranslation()
  const until = ticket.confirmBy ?? ''
  const isOver = useIsPast(until)
  return (
    <div className={classes.done}>
      <span className={classes.mark}>
        <Icon name="mail" />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t('confirm.title')}
      </h1>
      <p>
        <strong>{ticket.event.title}</strong>
      </p>
      <p>{message}</p>
      {ticket.isFromEarlierAttempt && <p className={classes.note}>{t('confirm.earlier')}</p>}
      <p role={isOver ? 'alert' : undefined} className={isOver ? own.problem : undefined}>
        {t(isOver ? 'confirm.over' : 'confirm.until', { time: time(until), date: longDate(until) })}
      </p>
      <p>
        <a className={classes.quiet} href={ownPagePath(ticket.event.id)}>
          {t('confirm.again')}
        </a>
      </p>
    </div>
  )
}
