import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { ownQuestions } from '~/lib/questions'
import type { OwnRegistration, PublicEvent } from '../contract'
import { ErrorSummary } from '../fields/ErrorSummary'
import { FixedQuestions } from '../fields/FixedQuestions'
import formClasses from '../fields/form.module.css'
import { QuestionField } from '../fields/QuestionField'
import { faultsOf, useFaults } from '../fields/useFaults'
import { answerField, findDetailFaults } from '../fields/validation'
import { blankDraft, type Draft, detailsOf } from '../register/registrationDraft'
import { useTranslation } from '../translation'
import { OwnFormEnd } from './OwnFormEnd'
import type { Own } from './useOwnRegistration'

interface OwnDetailsFormProps {
  event: PublicEvent
  registration: OwnRegistration
  own: Own
  /** Called with the server's message; empty if nothing was changed. */
  onDone: (message: string) => void
}

const draftOf = ({ fullName, email, phone, company, answers }: OwnRegistration): Draft => ({
  ...blankDraft(),
  fullName,
  email,
  phone,
  company,
  answers: Object.fromEntries(answers.map(({ questionId, answer }) => [questionId, answer])),
})

/** The same questions as in the registration. Typed text stays until the server has it. */
export function OwnDetailsForm({ event, registration, own, onDone }: OwnDetailsFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(registration))
  const [problems, setProblems] = useState<string[]>([])
  const [isSending, setSending] = useState(false)
  const { faults, summary, mark, show } = useFaults()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('input')?.focus(), [])

  const change = (field: string, changes: Partial<Draft>) => {
    setDraft((former) => ({ ...former, ...changes }))
    mark(field, null)
  }
  const leave = (field: string) => {
    const fault = findDetailFaults(event, draft)[field]
    if (fault) mark(field, fault)
  }
  const submitted = async (submission: FormEvent) => {
    submission.preventDefault()
    if (isSending) return
    const found = findDetailFaults(event, draft)
    setProblems([])
    show(found)
    if (Object.keys(found).length > 0) return
    setSending(true)
    const answer = await own.change(detailsOf(event, draft))
    setSending(false)
    if (answer.ok) return onDone(answer.messages.join(' '))
    const { refusal } = answer
    const refused = faultsOf(refusal)
    show(refused)
    if (Object.keys(refused).length > 0) return
    setProblems(refusal.messages.length > 0 ? refusal.messages : [t('own.failed')])
    // Reloads the registration and keeps the user's input.
    if (refusal.code === CODE.conflict || refusal.code === CODE.eventClosed) void own.reload()
  }

  return (
    <form
      ref={form}
      className={formClasses.form}
      aria-labelledby="own-details"
      noValidate
      onSubmit={(submission) => void submitted(submission)}
    >
      {Object.keys(summary.faults).length > 0 && (
        <ErrorSummary key={summary.number} faults={summary.faults} event={event} />
      )}
      <fieldset className={formClasses.all} disabled={isSending}>
        <p>
          {t('field.email')}: <strong>{registration.email}</strong>
          <br />
          <span className={formClasses.hint}>{t('own.emailStays')}</span>
        </p>
        {/* The e-mail address stays, because the link to this page was sent to it. */}
        <FixedQuestions
          event={event}
          without="email"
          mailsTickets
          draft={draft}
          faults={faults}
          change={change}
          leave={leave}
        />
        {ownQuestions(event.eventForm.scheme).map((question) => {
          const { id } = question
          const field = answerField(id)
          return (
            <QuestionField
              key={id}
              eventId={event.id}
              ownKey={own.ownKey}
              question={question}
              answer={draft.answers[id]}
              preview={draft.previews[id]}
              onAnswer={(answer, preview) => {
                setDraft(({ answers, previews, ...rest }) => ({
                  ...rest,
                  answers: { ...answers, [id]: answer },
                  previews: preview ? { ...previews, [id]: preview } : previews,
                }))
                mark(field, null)
              }}
              onLeave={() => leave(field)}
              fault={faults[field]}
              isPreview={false}
            />
          )
        })}
      </fieldset>
      <OwnFormEnd problems={problems} isSending={isSending} onDiscard={() => onDone('')} />
    </form>
  )
}
