import { calendarPath } from './AddToCalendar'
import type { PublicEvent } from './contract'
import classes from './heading.module.css'
import { Icon } from './Icon'
import { useTranslation } from './translation'

/** Puts the opening of registration into the visitor's calendar, which reminds without our knowing an address. */
export function RemindMe({ event }: { event: PublicEvent }) {
  const { t, language } = useTranslation()
  return (
    <a className={classes.button} href={calendarPath(event.id, 'opening.ics', language)}>
      <Icon name="bell" />
      {t('remind.action')}
    </a>
  )
}
