import { useEffect, useState } from 'react'
import { openingReminder } from './calendar'
import type { PublicEvent } from './contract'
import classes from './heading.module.css'
import { Icon } from './Icon'
import { useTranslation } from './translation'

/** Puts the opening of registration into the visitor's calendar, which reminds without our knowing an address. */
export function RemindMe({ event }: { event: PublicEvent }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<string>()
  const title = t('remind.entry', { title: event.title })
  const { id, openRegistrationDate } = event

  useEffect(() => {
    const pageUrl = `${location.origin}${location.pathname}`
    const entry = openingReminder(id, title, openRegistrationDate, pageUrl)
    const address = URL.createObjectURL(new Blob([entry], { type: 'text/calendar' }))
    setFile(address)
    return () => URL.revokeObjectURL(address)
  }, [id, title, openRegistrationDate])

  return (
    <a className={classes.button} href={file} download="mo-dang-ky.ics">
      <Icon name="bell" />
      {t('remind.action')}
    </a>
  )
}
