import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as bounds from '~/api/bounds'
import { ask, ownKeyHeader } from '../api'
import type { DataRequestKind, OwnDataRequest } from '../contract'
import { type Fault, tooLong } from '../fields/faults'
import formClasses from '../fields/form.module.css'
import { TextField } from '../fields/TextField'
import { faultsOf } from '../fields/useFaults'
import classes from '../own-page/own.module.css'
import { useTranslation } from '../translation'

/** As on the server. */
const MAX_TEXT = bounds.NewDataRequest_content_maxLength

interface MyDataRequestProps {
  eventId: string
  ownKey: string
  kind: DataRequestKind
  /** Whether an erasure takes a place away that the visitor could still use. */
  givesPlaceBack: boolean
  /** Called with the server's message; empty if nothing was sent. */
  onDone: (message: string) => void
}

/** A request to the organiser about one's own data. Names its consequences before it is sent. */
export function MyDataRequest({ eventId, ownKey, kind, givesPlaceBack, onDone }: MyDataRequestProps) {
  const { t, language } = useTranslation()
  const [content, setContent] = useState('')
  const [fault, setFault] = useState<Fault>()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isOptional = kind === 'erasure' || kind === 'consent'

  const submitted = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isSending) return
    const text = content.trim()
    const isMissing = text === '' && !isOptional
    const wrong = isMissing ? ({ key: 'myData.missing' } as const) : tooLong(text, MAX_TEXT)
    setFault(wrong ?? undefined)
    setProblem('')
    if (wrong) return
    setSending(true)
    const answer = await ask<OwnDataRequest>(
      `/event/${encodeURIComponent(eventId)}/registration/data-requests`,
      { language, method: 'POST', body: { kind, content: text }, headers: ownKeyHeader(ownKey) },
    )
    setSending(false)
    if (answer.ok) return onDone(answer.messages.join(' '))
    const { content: refused } = faultsOf(answer.refusal)
    setFault(refused)
    if (!refused) setProblem(answer.refusal.messages.join(' ') || t('own.failed'))
  }

  return (
    <form className={formClasses.form} noValidate onSubmit={(submission) => void submitted(submission)}>
      <h3 ref={heading} tabIndex={-1}>
        {t(`myData.kind.${kind}`)}
      </h3>
      <p>{t(`myData.about.${kind}`)}</p>
      {kind === 'erasure' && givesPlaceBack && <p className={classes.problem}>{t('myData.placeBack')}</p>}
      <fieldset className={formClasses.all} disabled={isSending}>
        <TextField
          field="content"
          label={t('myData.content')}
          value={content}
          onChange={(text) => {
            setContent(text)
            setFault(undefined)
          }}
          onLeave={() => {}}
          isOptional={isOptional}
          isMultiline
          fault={fault}
        />
      </fieldset>
      <p role="alert" className={problem ? classes.problem : 'hidden'}>
        {problem}
      </p>
      <div className={classes.buttons}>
        <button
          type="submit"
          className={kind === 'erasure' ? classes.danger : formClasses.button}
          aria-disabled={isSending}
          aria-busy={isSending}
        >
          {t(isSending ? 'sending' : kind === 'erasure' ? 'myData.sendErasure' : 'myData.send')}
        </button>
        <button type="button" className={classes.link} disabled={isSending} onClick={() => onDone('')}>
          {t('myData.discard')}
        </button>
      </div>
    </form>
  )
}
