import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { Contact } from './Host'
import { type Introduction, readIntroduction } from './introduction'
import { LanguageSwitch } from './LanguageSwitch'
import { Notice } from './Notice'
import classes from './page.module.css'
import { useTranslation } from './translation'

interface NoEventProps {
  eventId: string
  onLanguageChange: (language: Language) => void
}

/** In place of an event that the server does not give: it was cancelled, or is not there at all. */
export function NoEvent({ eventId, onLanguageChange }: NoEventProps) {
  const introduction = readIntroduction(eventId)
  return introduction?.isCancelled ? (
    <Cancelled introduction={introduction} onLanguageChange={onLanguageChange} />
  ) : (
    <Notice kind="notFound" onLanguageChange={onLanguageChange} />
  )
}

interface CancelledProps {
  introduction: Introduction
  onLanguageChange: (language: Language) => void
}

/** For people who hold a ticket: which event it was, and what they should know. */
function Cancelled({ introduction, onLanguageChange }: CancelledProps) {
  const { t, longDate, hours } = useTranslation()
  const { title, start, end, place, hostName, hostContact } = introduction
  return (
    <div className={classes.notice} style={paletteStyle(null)}>
      <LanguageSwitch onChange={onLanguageChange} />
      <main className={classes.cancelled}>
        <title>{`${t('notice.cancelled.title')}: ${title}`}</title>
        <p className={classes.cancelledMark}>{t('notice.cancelled.title')}</p>
        <h1>{title}</h1>
        <p className={classes.past}>
          {longDate(start)}, {hours(start, end)}
          {place && (
            <>
              <br />
              {place}
            </>
          )}
        </p>
        <p>{t('notice.cancelled.text')}</p>
        <p>{t('notice.cancelled.money')}</p>
        {(hostName || hostContact) && (
          <div>
            <small>{t('host.title')}</small>
            {hostName && <p className={classes.name}>{hostName}</p>}
            {hostContact && <Contact text={hostContact} />}
          </div>
        )}
      </main>
    </div>
  )
}
