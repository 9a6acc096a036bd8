import { useState } from 'react'
import type { OwnRegistration, PublicEvent } from '../contract'
import form from '../fields/form.module.css'
import { useIsPast } from '../parts/useIsPast'
import { useTranslation } from '../translation'
import own from './own.module.css'
import type { Own } from './useOwnRegistration'

interface ConfirmOwnProps {
  event: PublicEvent
  registration: OwnRegistration
  own: Own
  /** Called with the server's message. */
  onConfirmed: (message: string) => void
}

/**
 * The first page behind the link in the mail: a press confirms, because some mail programs open links by themselves.
 */
export function ConfirmOwn({ event, registration, own: calls, onConfirmed }: ConfirmOwnProps) {
  const { t, time, longDate } = useTranslation()
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState('')
  const until = registration.confirmBy ?? ''
  const isOver = useIsPast(until)
  const confirm = async () => {
    if (isSending) return
    setSending(true)
    setProblem('')
    const answer = await calls.confirm()
    setSending(false)
    if (answer.ok) return onConfirmed(answer.messages.join(' '))
    setProblem(answer.refusal.messages.join(' ') || t('own.failed'))
    if (!answer.refusal.isUncertain) void calls.reload()
  }
  return (
    <section className={own.panel} aria-labelledby="confirm-own">
      <h1 id="confirm-own" className={own.heading}>
        {t('confirm.own')}
      </h1>
      <p>{t('confirm.ownText', { name: registration.fullName, event: event.title })}</p>
      {!isOver && <p>{t('confirm.until', { time: time(until), date: longDate(until) })}</p>}
      <button
        type="button"
        className={`${form.button} ${own.wide}`}
        aria-disabled={isSending}
        aria-busy={isSending}
        onClick={() => void confirm()}
      >
        {t(isSending ? 'sending' : 'confirm.action')}
      </button>
      <p role="alert" className={problem ? own.problem : 'hidden'}>
        {problem}
      </p>
    </section>
  )
}
