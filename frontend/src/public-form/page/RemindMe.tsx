import { useState } from 'react'
import { visitorHeaders } from '../accountSession'
import type { PublicEvent } from '../contract'
import own from '../own-page/own.module.css'
import { Icon } from '../parts/Icon'
import { saveFile } from '../parts/saveOwnFile'
import { calendarPath } from '../ticket/AddToCalendar'
import { useTranslation } from '../translation'
import classes from './heading.module.css'

interface RemindMeProps {
  event: PublicEvent
  /** The visitor's invitation code; may be empty. */
  code: string
}

/** Puts the opening of registration into the visitor's calendar, which reminds without our knowing an address. */
export function RemindMe({ event, code }: RemindMeProps) {
  const { t, language } = useTranslation()
  const [hasFailed, setFailed] = useState(false)
  const path = calendarPath(event.id, 'opening.ics', language)
  const label = (
    <>
      <Icon name="bell" />
      {t('remind.action')}
    </>
  )
  if (!event.membersOnly)
    return (
      <a className={classes.button} href={path}>
        {label}
      </a>
    )
  // A link carries neither a session nor a code.
  const save = async () => saveFile(path, 'mo-dang-ky.ics', await visitorHeaders(event, code, language))
  return (
    <>
      <button
        type="button"
        className={classes.button}
        onClick={() =>
          void save().then(
            () => setFailed(false),
            () => setFailed(true),
          )
        }
      >
        {label}
      </button>
      <p role="status" className={hasFailed ? own.problem : 'hidden'}>
        {hasFailed && t('own.failed')}
      </p>
    </>
  )
}
