import { useState } from 'react'
import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import { MyData } from '../my-data/MyData'
import { NoEvent } from '../page/NoEvent'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { Notice } from '../parts/Notice'
import { PageTitle } from '../parts/PageTitle'
import { Skeleton } from '../parts/Skeleton'
import { dropTicket, recallTicket } from '../ticket/issuedTicket'
import classes from '../ticket/ticket.module.css'
import { useTranslation } from '../translation'
import { ConfirmOwn } from './ConfirmOwn'
import { EventCancelled } from './EventCancelled'
import { FindTicket } from './FindTicket'
import { OwnTicket } from './OwnTicket'
import ownClasses from './own.module.css'
import { RegistrationCancelled } from './RegistrationCancelled'
import { useOwnRegistration } from './useOwnRegistration'

interface OwnPageProps {
  eventId: string
  /** Empty if the address has none: then the visitor can have the link mailed. */
  ownKey: string
  onLanguageChange: (language: Language) => void
}

/** A visitor's own registration, without an account. */
export function OwnPage({ eventId, ownKey, onLanguageChange }: OwnPageProps) {
  const { t, language } = useTranslation()
  const own = useOwnRegistration(eventId, ownKey)
  const [isCancelled, setCancelled] = useState(false)
  const [confirmed, setConfirmed] = useState('')
  const { load } = own
  if (load.state === 'loading') return <Skeleton eventId={eventId} />
  if (load.state === 'failed')
    return <Notice kind="failed" onRetry={own.retry} onLanguageChange={onLanguageChange} />
  if (load.state === 'noEvent') {
    if (ownKey === '') return <NoEvent onLanguageChange={onLanguageChange} />
    return <EventCancelled eventId={eventId} ownKey={ownKey} onLanguageChange={onLanguageChange} />
  }
  const { event } = load

  const cancelled = (ticketCode: string) => {
    // Removes the stored ticket, so that the registration page does not show a cancelled one.
    if (recallTicket(eventId)?.ticketCode === ticketCode) dropTicket(eventId)
    setCancelled(true)
  }
  return (
    <div className={classes.confirmation} style={paletteStyle(event.backgroundColor)}>
      <PageTitle>{`${t('done.ticket')}: ${event.title}`}</PageTitle>
      <header className={classes.bar}>
        <LanguageSwitch onChange={onLanguageChange} />
      </header>
      <main>
        <p role="status" className={confirmed && !isCancelled ? ownClasses.saved : 'hidden'}>
          {!isCancelled && confirmed}
        </p>
        {isCancelled && <RegistrationCancelled event={event} />}
        {!isCancelled && load.state === 'ready' && load.own.confirmBy && (
          <ConfirmOwn event={event} registration={load.own} own={own} onConfirmed={setConfirmed} />
        )}
        {!isCancelled && load.state === 'ready' && !load.own.confirmBy && (
          <OwnTicket
            event={event}
            registration={load.own}
            own={own}
            isJustConfirmed={confirmed !== ''}
            onCancelled={cancelled}
          />
        )}
        {!isCancelled && load.state === 'noRegistration' && (
          <FindTicket event={event} isLinkOver={ownKey !== ''} />
        )}
        {/* The data is kept after the registration is gone, until it is erased. */}
        {(isCancelled || load.state === 'noRegistration') && ownKey !== '' && (
          <MyData key={language} eventId={eventId} ownKey={ownKey} />
        )}
      </main>
    </div>
  )
}
