import { useEffect, useState } from 'react'
import { calendarFile, googleCalendarLink } from './calendar'
import { Icon } from './Icon'
import type { IssuedTicket } from './issuedTicket'
import classes from './ticket.module.css'
import { useTranslation } from './translation'

export function AddToCalendar({ event }: { event: IssuedTicket['event'] }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<string>()
  const pageUrl = `${location.origin}${location.pathname}`

  useEffect(() => {
    const address = URL.createObjectURL(new Blob([calendarFile(event, pageUrl)], { type: 'text/calendar' }))
    setFile(address)
    return () => URL.revokeObjectURL(address)
  }, [event, pageUrl])

  return (
    <>
      <a className={classes.action} href={file} download="su-kien.ics">
        <Icon name="calendar" />
        {t('calendar.file')}
      </a>
      <a
        className={classes.action}
        href={googleCalendarLink(event, pageUrl)}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="calendar" />
        {t('calendar.google')}
      </a>
    </>
  )
}
