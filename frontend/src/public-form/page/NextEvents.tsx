import { useEffect, useState } from 'react'
import { shortPath } from '~/lib/paths'
import { ask } from '../api'
import type { OrganiserEvent, OrganiserPage } from '../contract'
import { useTranslation } from '../translation'
import classes from './heading.module.css'

/** The most events that are named; the organiser's page has all. */
const SHOWN = 3

/** The organiser's next public events; nothing while there are none, or when they cannot be asked for. */
export function NextEvents({ organiser }: { organiser: string }) {
  const { t, language, longDate } = useTranslation()
  const [events, setEvents] = useState<OrganiserEvent[]>([])

  useEffect(() => {
    let isShown = true
    void ask<OrganiserPage>(`/o/${organiser}`, { language }).then((answer) => {
      if (isShown && answer.ok) setEvents(answer.data.coming.slice(0, SHOWN))
    })
    return () => {
      isShown = false
    }
  }, [organiser, language])

  if (events.length === 0) return null
  return (
    <section className={classes.next} aria-labelledby="next-events">
      <h2 id="next-events">{t('past.next')}</h2>
      <ul>
        {events.map((event) => (
          <li key={event.id}>
            <a href={shortPath(event)}>{event.title}</a>
            <small>{longDate(event.eventStartDate)}</small>
          </li>
        ))}
      </ul>
      <a href={`/o/${organiser}`}>{t('past.all')}</a>
    </section>
  )
}
