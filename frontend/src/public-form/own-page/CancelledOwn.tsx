import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { MyData } from '../my-data/MyData'
import { Contact } from '../page/Host'
import { NoEvent } from '../page/NoEvent'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { Notice } from '../parts/Notice'
import { PageTitle } from '../parts/PageTitle'
import { Skeleton } from '../parts/Skeleton'
import { OwnRefund } from '../pay/OwnRefund'
import { useOwnRefund } from '../pay/useOwnRefund'
import ticketClasses from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import classes from './own.module.css'

interface CancelledOwnProps {
  eventId: string
  ownKey: string
  onLanguageChange: (language: Language) => void
}

/** A visitor's own page of an event that the server does not give: their refund, if it was cancelled. */
export function CancelledOwn({ eventId, ownKey, onLanguageChange }: CancelledOwnProps) {
  const { t, language, longDate } = useTranslation()
  const { answer, calls } = useOwnRefund(eventId, ownKey)
  if (answer === null) return <Skeleton eventId={eventId} />
  if (!answer.ok) {
    // The data is kept of a removed registration and of a deleted event, too.
    if (answer.refusal.code === CODE.notFound)
      return (
        <NoEvent onLanguageChange={onLanguageChange}>
          <MyData key={language} eventId={eventId} ownKey={ownKey} />
        </NoEvent>
      )
    return <Notice kind="failed" onRetry={() => void calls.reload()} onLanguageChange={onLanguageChange} />
  }
  const { eventTitle, eventStartDate, hostName, hostContact } = answer.data
  return (
    <div className={ticketClasses.confirmation} style={paletteStyle(null)}>
      <PageTitle>{`${t('own.refund.title')}: ${eventTitle}`}</PageTitle>
      <header className={ticketClasses.bar}>
        <LanguageSwitch onChange={onLanguageChange} />
      </header>
      <main>
        <h1 className={classes.heading}>{t('notice.cancelled.title')}</h1>
        <p className={classes.heading}>
          {eventTitle}, {longDate(eventStartDate)}
        </p>
        <div className={ticketClasses.cards}>
          <OwnRefund refund={answer.data} calls={calls} />
          {(hostName || hostContact) && (
            <section className={classes.panel} aria-label={t('host.title')}>
              <h2>{t('host.title')}</h2>
              <div>
                {hostName && <p>{hostName}</p>}
                {hostContact && <Contact text={hostContact} />}
              </div>
            </section>
          )}
          {/* The server writes it in the language of the request. */}
          <MyData key={language} eventId={eventId} ownKey={ownKey} />
        </div>
      </main>
    </div>
  )
}
