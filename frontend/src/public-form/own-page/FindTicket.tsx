import { type FormEvent, useState } from 'react'
import { ask } from '../api'
import type { PublicEvent } from '../contract'
import { emailFault, type Fault } from '../fields/faults'
import formClasses from '../fields/form.module.css'
import { TextField } from '../fields/TextField'
import { faultsOf } from '../fields/useFaults'
import { useTranslation } from '../translation'
import classes from './own.module.css'

interface FindTicketProps {
  event: PublicEvent
  /** Whether the visitor came with an invalid link. */
  isLinkOver: boolean
}

/** Has the ticket mailed again. The answer is the same whether the address is registered or not. */
export function FindTicket({ event, isLinkOver }: FindTicketProps) {
  const { t, language } = useTranslation()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<Fault>()
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')
  const [isSending, setSending] = useState(false)

  const submitted = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isSending) return
    const address = email.trim()
    const wrong = address === '' ? ({ key: 'fault.missing.email' } as const) : emailFault(address)
    setFault(wrong ?? undefined)
    setProblem('')
    setSaid('')
    if (wrong) return
    setSending(true)
    const path = `/event/${encodeURIComponent(event.id)}/find-ticket`
    const answer = await ask<object>(path, { language, method: 'POST', body: { email: address } })
    setSending(false)
    if (answer.ok) return setSaid(answer.messages.join(' '))
    const { email: refused } = faultsOf(answer.refusal)
    setFault(refused)
    if (!refused) setProblem(answer.refusal.messages.join(' ') || t('own.failed'))
  }

  return (
    <section className={classes.panel}>
      {isLinkOver && (
        <p role="alert" className={classes.problem}>
          {t('find.linkOver')}
        </p>
      )}
      <h1>{t('find.title')}</h1>
      <p>{t('find.text', { event: event.title })}</p>
      <form className={formClasses.all} noValidate onSubmit={(submission) => void submitted(submission)}>
        <TextField
          field="email"
          label={t('field.email')}
          value={email}
          onChange={(value) => {
            setEmail(value)
            setFault(undefined)
          }}
          onLeave={() => undefined}
          fault={fault}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <p role="status" className={said ? classes.saved : 'hidden'}>
          {said}
        </p>
        <p role="alert" className={problem ? classes.problem : 'hidden'}>
          {problem}
        </p>
        <button type="submit" className={formClasses.button} aria-disabled={isSending} aria-busy={isSending}>
          {t(isSending ? 'sending' : 'find.send')}
        </button>
      </form>
      <a className={classes.link} href={`/form/${encodeURIComponent(event.id)}`}>
        {t('find.back')}
      </a>
    </section>
  )
}
