import { ownPagePath } from './address'
import { Icon } from './Icon'
import type { IssuedTicket } from './issuedTicket'
import own from './own.module.css'
import classes from './ticket.module.css'
import { useWords } from './words'

/** The seat is held, and the ticket comes once the link in the mail is opened. */
export function CheckMail({ ticket, message }: { ticket: IssuedTicket; message: string }) {
  const { t, time, longDate } = useWords()
  const until = ticket.confirmBy ?? ''
  const isOver = Date.parse(until) <= Date.now()
  return (
    <div className={classes.done}>
      <span className={classes.mark}>
        <Icon name="alert" />
      </span>
      <h1>{t('confirm.title')}</h1>
      <p>{message}</p>
      <p role={isOver ? 'alert' : undefined} className={isOver ? own.problem : undefined}>
        {t(isOver ? 'confirm.over' : 'confirm.until', { time: time(until), date: longDate(until) })}
      </p>
      <p>
        <a href={ownPagePath(ticket.event.id)}>{t('confirm.again')}</a>
      </p>
    </div>
  )
}
