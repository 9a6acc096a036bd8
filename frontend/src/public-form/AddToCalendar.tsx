import { useState } from 'react'
import type { PublicEvent } from './contract'
import { Icon } from './Icon'
import own from './own.module.css'
import { saveOwnFile } from './saveOwnFile'
import classes from './ticket.module.css'
import { useTranslation } from './translation'

/** The file that the server makes of the event, or of its opening. */
export const calendarPath = (eventId: string, file: 'calendar.ics' | 'opening.ics', language: string) =>
  `/api/event/${encodeURIComponent(eventId)}/${file}?lang=${language}`

const FILE_NAME = 'su-kien.ics'

interface AddToCalendarProps {
  event: Pick<PublicEvent, 'id'> & Partial<Pick<PublicEvent, 'googleCalendar'>>
  /** Of the visitor's own registration: the entry then leads to it. */
  ownKey?: string | null | undefined
}

export function AddToCalendar({ event, ownKey }: AddToCalendarProps) {
  const { t, language } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  const save = (key: string) =>
    saveOwnFile({ eventId: event.id, ownKey: key, path: 'calendar.ics', name: FILE_NAME }, language).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  const label = (
    <>
      <Icon name="calendar" />
      {t('calendar.file')}
    </>
  )
  return (
    <>
      {ownKey ? (
        <button type="button" className={classes.action} onClick={() => void save(ownKey)}>
          {label}
        </button>
      ) : (
        <a className={classes.action} href={calendarPath(event.id, 'calendar.ics', language)}>
          {label}
        </a>
      )}
      {event.googleCalendar && (
        <a className={classes.action} href={event.googleCalendar} target="_blank" rel="noopener noreferrer">
          <Icon name="calendar" />
          {t('calendar.google')}
        </a>
      )}
      <p role="status" className={hasFailed ? own.problem : 'hidden'}>
        {hasFailed && t('own.failed')}
      </p>
    </>
  )
}
