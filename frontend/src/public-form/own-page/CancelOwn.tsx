import { useEffect, useRef, useState } from 'react'
import type { OwnRegistration } from '../contract'
import { useTranslation } from '../translation'
import classes from './own.module.css'
import type { Own } from './useOwnRegistration'

interface CancelOwnProps {
  registration: OwnRegistration
  own: Own
  onCancelled: () => void
}

/** Cancels the registration after asking, or explains why only the organiser can. */
export function CancelOwn({ registration, own, onCancelled }: CancelOwnProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const section = useRef<HTMLElement>(null)
  const question = useRef<HTMLHeadingElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isAsking) return
    question.current?.focus()
    // The focus brings only the heading into view.
    buttons.current?.scrollIntoView({ block: 'nearest' })
  }, [isAsking])
  const { canChange, canCancel, paymentInfo } = registration

  const cancel = async () => {
    if (isSending) return
    setSending(true)
    setProblem('')
    const answer = await own.cancel()
    setSending(false)
    if (answer.ok) return onCancelled()
    setProblem(answer.refusal.messages.join(' ') || t('own.failed'))
    if (!answer.refusal.isUncertain) void own.reload()
  }

  // If nothing can be changed at all, the details already explain why.
  if (!canCancel && !canChange && !problem) return null
  return (
    <section ref={section} tabIndex={-1} className={classes.panel} aria-label={t('own.cancel.action')}>
      {!canCancel && !problem && <p className={classes.soft}>{t('own.cancel.paid')}</p>}
      {canCancel && !isAsking && (
        <button type="button" className={classes.danger} onClick={() => setAsking(true)}>
          {t('own.cancel.action')}
        </button>
      )}
      {canCancel && isAsking && (
        <>
          <h2 ref={question} tabIndex={-1}>
            {t('own.cancel.title')}
          </h2>
          <p>{t('own.cancel.text')}</p>
          {paymentInfo && <p className={classes.problem}>{t('own.cancel.transfer')}</p>}
          <div ref={buttons} className={classes.buttons}>
            <button
              type="button"
              className={classes.danger}
              aria-disabled={isSending}
              aria-busy={isSending}
              onClick={() => void cancel()}
            >
              {t(isSending ? 'sending' : 'own.cancel.confirm')}
            </button>
            <button
              type="button"
              className={classes.link}
              disabled={isSending}
              onClick={() => {
                setAsking(false)
                section.current?.focus()
              }}
            >
              {t('own.cancel.keep')}
            </button>
          </div>
        </>
      )}
      <p role="alert" className={problem ? classes.problem : 'hidden'}>
        {problem}
      </p>
    </section>
  )
}
