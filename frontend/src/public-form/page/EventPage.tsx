import { useMemo, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import { paletteStyle } from '~/lib/palette'
import type { Address } from '../address'
import type { PublicEvent } from '../contract'
import { isEmbedded, scrollToTop } from '../embedded'
import { LanguageSwitch } from '../parts/LanguageSwitch'
import { Notice } from '../parts/Notice'
import { PageTitle } from '../parts/PageTitle'
import classes from '../parts/page.module.css'
import { RichText } from '../parts/RichText'
import { Skeleton } from '../parts/Skeleton'
import { RegistrationForm } from '../register/RegistrationForm'
import { useRegistration } from '../register/useRegistration'
import { serverNow } from '../serverClock'
import { Confirmation } from '../ticket/Confirmation'
import { useTranslation } from '../translation'
import { Blocks } from './Blocks'
import { EventHeading } from './EventHeading'
import { HiddenEvent } from './HiddenEvent'
import { Host } from './Host'
import { MembersOnly } from './MembersOnly'
import { NoEvent } from './NoEvent'
import { Picture } from './Picture'
import { PreviewBanner } from './PreviewBanner'
import { priceOf } from './price'
import { StickyBar } from './StickyBar'
import { useEvent } from './useEvent'
import { descriptionOf } from './usualDescription'

interface EventPageProps {
  address: Address
  onLanguageChange: (language: Language) => void
}

/** The event's page in all its states, and its preview for the owner. */
export function EventPage({ address, onLanguageChange }: EventPageProps) {
  const translation = useTranslation()
  const { t } = translation
  const { load, reload, retry, code, open } = useEvent(address)
  const registration = useRegistration(address, load)
  const { flow, dispatch } = registration
  const ticket = flow.ticketInfo
  const { isPreview } = address
  // The form stays when the code is emptied again.
  const [hasCode, setHasCode] = useState(flow.registerData.invitationCode !== '')
  const [colours, setColours] = useState<string[]>()
  const [invitedBy, setInvitedBy] = useState<string>()
  const button = useRef<HTMLAnchorElement>(null)
  const background = load.state === 'ready' ? load.event.backgroundColor : undefined
  // Its hundreds of mixed colours would make each typed letter late.
  const palette = useMemo(
    () => (background === undefined ? undefined : paletteStyle(background, colours)),
    [background, colours],
  )
  // A visitor with a ticket reads about the event.
  const [isReading, setReading] = useState(false)

  if (flow.isNotFound) return <NoEvent onLanguageChange={onLanguageChange} />
  if (ticket && !isReading) {
    return (
      <Confirmation
        ticket={ticket}
        isRecalled={registration.isRecalled}
        message={flow.successMessage}
        onAnother={() => {
          registration.startAnew()
          // Seats and ways to pay may have changed since the form was loaded.
          void reload()
        }}
        onEvent={() => {
          scrollToTop()
          setReading(true)
        }}
        onLanguageChange={onLanguageChange}
      />
    )
  }
  if (load.state === 'loading') return <Skeleton eventId={address.eventId} />
  if (load.state === 'failed')
    return <LoadFailed code={load.refusal.code} retry={retry} onLanguageChange={onLanguageChange} />
  if (load.state === 'head') {
    const tryCode = (given: string) => {
      registration.type({ invitationCode: given })
      setHasCode(true)
      open(given)
    }
    return (
      <HiddenEvent head={load.head} fault={load.fault} onCode={tryCode} onLanguageChange={onLanguageChange} />
    )
  }

  const isFull = load.event.isFull && flow.formType === 'open'
  const { event } = load
  const isSoldOut = flow.formType === 'open' && isOutOfTickets(event) && !hasCode
  const isOpen = flow.formType === 'open' && !isFull && !isSoldOut
  const isUnderWay = flow.formType === 'open' && registration.isUnderWay
  const isForm = isPreview || (!ticket && (isOpen || isUnderWay))
  const isPast = event.isOver && flow.formType === 'closed'
  const state = isPast ? 'past' : isFull ? 'full' : isSoldOut ? 'soldOut' : flow.formType
  return (
    <div className={classes.page} style={palette}>
      <PageTitle>{event.title}</PageTitle>
      {isPreview && <PreviewBanner event={event} />}
      <main className={classes.main} data-form={isForm || undefined}>
        <div className={classes.bar}>
          <LanguageSwitch onChange={onLanguageChange} />
        </div>
        <EventHeading
          event={event}
          code={code}
          state={state}
          invitedBy={invitedBy}
          button={button}
          onTicket={ticket ? () => setReading(false) : undefined}
          onOpening={() => {
            dispatch({ type: 'formTypeKnown', formType: 'open' })
            // All waiting visitors reload at the opening, so the reload is delayed by a random time.
            setTimeout(() => void reload(), Math.random() * 5000)
          }}
          onCheckAgain={() => void reload()}
        />
        <div className={classes.side}>
          <Picture event={event} onColours={setColours} />
          <Host event={event} isAhead={Date.parse(event.eventStartDate) > serverNow()} code={code} />
          <section className={classes.about} aria-labelledby="about">
            <h2 id="about">{t('about')}</h2>
            <RichText html={descriptionOf(event, translation)} />
          </section>
          <Blocks event={event} />
        </div>
        {isForm && event.needsCode && !hasCode && (
          <MembersOnly event={event} onCode={() => setHasCode(true)} />
        )}
        {isForm && (!event.needsCode || hasCode) && (
          <RegistrationForm
            key={registration.round}
            event={event}
            isPreview={isPreview}
            reload={reload}
            registration={registration}
            onInvited={address.invitationCode === '' ? undefined : setInvitedBy}
          />
        )}
        {state === 'open' && !ticket && !isEmbedded() && (
          <StickyBar price={priceOf(event, translation)} button={button} />
        )}
      </main>
    </div>
  )
}

/** Every class is sold out, and no code can open another one. */
const isOutOfTickets = ({ tickets, takesInvitationCodes }: PublicEvent) =>
  tickets.length > 0 && tickets.every(({ soldOut }) => soldOut) && !takesInvitationCodes

interface LoadFailedProps {
  code: number
  retry: () => void
  onLanguageChange: (language: Language) => void
}

function LoadFailed({ code, retry, onLanguageChange }: LoadFailedProps) {
  if (code === CODE.invalidAccessToken) return <Notice kind="login" onLanguageChange={onLanguageChange} />
  if (code === CODE.insufficientPermission)
    return <Notice kind="notYours" onLanguageChange={onLanguageChange} />
  return <Notice kind="failed" onRetry={retry} onLanguageChange={onLanguageChange} />
}
