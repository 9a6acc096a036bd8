import { useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Language } from '~/lib/languages'
import type { Address } from './address'
import { Confirmation } from './Confirmation'
import { Cover } from './Cover'
import { MembersOnly } from './MembersOnly'
import { Notice } from './Notice'
import { PreviewBanner } from './PreviewBanner'
import classes from './page.module.css'
import { paletteStyle } from './palette'
import { RegistrationForm } from './RegistrationForm'
import { RichText } from './RichText'
import { Skeleton } from './Skeleton'
import { useTranslation } from './translation'
import { useEvent } from './useEvent'
import { useRegistration } from './useRegistration'

interface EventPageProps {
  address: Address
  onLanguageChange: (language: Language) => void
}

/** The event's page in all its states, and its preview for the owner. */
export function EventPage({ address, onLanguageChange }: EventPageProps) {
  const { t } = useTranslation()
  const { load, reload, retry } = useEvent(address)
  const registration = useRegistration(address, load)
  const { flow, dispatch } = registration
  const ticket = flow.ticketInfo
  const { isPreview } = address
  // The form stays when the code is emptied again.
  const [hasCode, setHasCode] = useState(flow.registerData.invitationCode !== '')

  if (flow.isNotFound) return <Notice kind="notFound" onLanguageChange={onLanguageChange} />
  if (ticket) {
    return (
      <Confirmation
        ticket={ticket}
        isRecalled={registration.isRecalled}
        message={flow.successMessage}
        onAnother={registration.startAnew}
        onLanguageChange={onLanguageChange}
      />
    )
  }
  if (load.state === 'loading') return <Skeleton />
  if (load.state === 'failed')
    return <LoadFailed code={load.refusal.code} retry={retry} onLanguageChange={onLanguageChange} />

  const isFull = load.event.isFull && flow.formType === 'open'
  const isForm = isPreview || (flow.formType === 'open' && (!isFull || registration.isUnderWay))
  const state = isFull ? 'full' : flow.formType
  return (
    <div className={classes.page} style={paletteStyle(load.event.backgroundColor)}>
      <title>{load.event.title}</title>
      {isPreview && <PreviewBanner event={load.event} />}
      <Cover
        event={load.event}
        state={state}
        onOpening={() => {
          dispatch({ type: 'formTypeKnown', formType: 'open' })
          // All waiting visitors reload at the opening, so the reload is delayed by a random time.
          setTimeout(() => void reload(), Math.random() * 5000)
        }}
        onCheckAgain={() => void reload()}
        onLanguageChange={onLanguageChange}
      />
      <main className={classes.main} data-form={isForm || undefined}>
        <section className={classes.about} aria-labelledby="about">
          <h2 id="about">{t('about')}</h2>
          <RichText html={load.event.description} />
        </section>
        {isForm && load.event.needsCode && !hasCode && (
          <MembersOnly event={load.event} onCode={() => setHasCode(true)} />
        )}
        {isForm && (!load.event.needsCode || hasCode) && (
          <RegistrationForm
            key={registration.round}
            event={load.event}
            isPreview={isPreview}
            reload={reload}
            registration={registration}
          />
        )}
      </main>
    </div>
  )
}

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
