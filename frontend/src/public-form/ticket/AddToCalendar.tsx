import { useState } from 'react'
import { visitorHeaders } from '../accountSession'
import type { PublicEvent } from '../contract'
import own from '../own-page/own.module.css'
import { Icon } from '../parts/Icon'
import { saveFile, saveOwnFile } from '../parts/saveOwnFile'
import { useTranslation } from '../translation'
import classes from './ticket.module.css'

/** The file that the server makes of the event, or of its opening. */
export const calendarPath = (eventId: string, file: 'calendar.ics' | 'opening.ics', language: string) =>
  `/api/event/${encodeURIComponent(eventId)}/${file}?lang=${language}`

const FILE_NAME = 'su-kien.ics'

interface AddToCalendarProps {
  event: Pick<PublicEvent, 'id'> & Partial<Pick<PublicEvent, 'googleCalendar' | 'membersOnly' | 'needsCode'>>
  /** Of the visitor's own registration: the entry then leads to it. */
  ownKey?: string | null | undefined
  /** The visitor's invitation code; may be empty. */
  code?: string
}

export function AddToCalendar({ event, ownKey, code = '' }: AddToCalendarProps) {
  const { t, language } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  const { id, membersOnly = false, needsCode = false } = event
  const path = calendarPath(id, 'calendar.ics', language)
  const save = async () =>
    ownKey
      ? saveOwnFile({ eventId: id, ownKey, path: 'calendar.ics', name: FILE_NAME }, language)
      : saveFile(path, FILE_NAME, await visitorHeaders({ membersOnly, needsCode }, code, language))
  const label = (
    <>
      <Icon name="calendar" />
      {t('calendar.file')}
    </>
  )
  return (
    <>
      {/* A link carries neither a key, a session nor a code. */}
      {ownKey || membersOnly ? (
        <button
          type="button"
          className={classes.action}
          onClick={() =>
            void save().then(
              () => setFailed(false),
              () => setFailed(true),
            )
          }
        >
          {label}
        </button>
      ) : (
        <a className={classes.action} href={path}>
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
