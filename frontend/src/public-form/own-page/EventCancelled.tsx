import { type ReactNode, useEffect, useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { type Answer, ask, ownKeyHeader } from '../api'
import type { OwnDataPage, OwnRefund as Refund } from '../contract'
import { MyData } from '../my-data/MyData'
import { Contact } from '../page/Host'
import { isSaidCancelled, NoEvent } from '../page/NoEvent'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { Notice } from '../parts/Notice'
import { PageTitle } from '../parts/PageTitle'
import { Skeleton } from '../parts/Skeleton'
import { OwnRefund } from '../pay/OwnRefund'
import { useOwnRefund } from '../pay/useOwnRefund'
import ticketClasses from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import classes from './own.module.css'

interface EventCancelledProps {
  eventId: string
  ownKey: string
  onLanguageChange: (language: Language) => void
}

/** A visitor's own page of an event that the server does not give: their refund, if it was cancelled. */
export function EventCancelled(props: EventCancelledProps) {
  const { eventId, ownKey, onLanguageChange } = props
  const { t } = useTranslation()
  const { answer, calls } = useOwnRefund(eventId, ownKey)
  if (answer === null) return <Skeleton eventId={eventId} />
  if (!answer.ok) {
    if (answer.refusal.code === CODE.notFound) return <WithoutRefund {...props} />
    return <Notice kind="failed" onRetry={() => void calls.reload()} onLanguageChange={onLanguageChange} />
  }
  return (
    <CancelledPage {...props} {...answer.data} title={t('own.refund.title')}>
      <OwnRefund refund={answer.data} calls={calls} />
    </CancelledPage>
  )
}

/** The same of a visitor who gets nothing back. The data stored about them names the event and its organiser. */
function WithoutRefund(props: EventCancelledProps) {
  const { eventId, ownKey, onLanguageChange } = props
  const { t, language } = useTranslation()
  const [isCancelled] = useState(isSaidCancelled)
  const [answer, setAnswer] = useState<Answer<OwnDataPage> | null>(null)
  useEffect(() => {
    if (!isCancelled) return
    const path = `/event/${encodeURIComponent(eventId)}/registration/data`
    void ask<OwnDataPage>(path, { language, headers: ownKeyHeader(ownKey) }).then(setAnswer)
  }, [eventId, ownKey, language, isCancelled])
  if (isCancelled && answer === null) return <Skeleton eventId={eventId} />
  if (!answer?.ok)
    return (
      <NoEvent onLanguageChange={onLanguageChange}>
        {/* The data is kept of a removed registration and of a deleted event, too. */}
        <MyData key={language} eventId={eventId} ownKey={ownKey} />
      </NoEvent>
    )
  const { eventTitle, organiser, contact } = answer.data.data
  return (
    <CancelledPage
      {...props}
      {...answer.data}
      eventTitle={eventTitle ?? ''}
      hostName={organiser}
      hostContact={contact}
      title={t('notice.cancelled.title')}
    >
      <section className={classes.panel}>
        <p>{t('notice.cancelled.text')}</p>
      </section>
    </CancelledPage>
  )
}

interface CancelledPageProps
  extends EventCancelledProps,
    Pick<Refund, 'eventTitle' | 'eventStartDate' | 'cancelReason' | 'hostName' | 'hostContact'> {
  /** The page's title without the event. */
  title: string
  children: ReactNode
}

function CancelledPage(props: CancelledPageProps) {
  const { eventId, ownKey, onLanguageChange, title, children } = props
  const { eventTitle, eventStartDate, cancelReason, hostName, hostContact } = props
  const { t, language, longDate } = useTranslation()
  return (
    <div className={ticketClasses.confirmation} style={paletteStyle(null)}>
      <PageTitle>{`${title}: ${eventTitle}`}</PageTitle>
      <header className={ticketClasses.bar}>
        <LanguageSwitch onChange={onLanguageChange} />
      </header>
      <main>
        <h1 className={classes.heading}>{t('notice.cancelled.title')}</h1>
        <p className={classes.heading}>{`${eventTitle}, ${longDate(eventStartDate)}`}</p>
        <div className={ticketClasses.cards}>
          {cancelReason && (
            <section className={classes.panel}>
              <p className={classes.reason}>{t('notice.cancelled.reason', { reason: cancelReason })}</p>
            </section>
          )}
          {children}
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
