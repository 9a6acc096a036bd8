import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { ownQuestions } from '~/lib/questions'
import type { Answer } from '../api'
import type { OwnRegistration, PublicEvent } from '../contract'
import { ErrorSummary } from '../fields/ErrorSummary'
import { FixedQuestions } from '../fields/FixedQuestions'
import formClasses from '../fields/form.module.css'
import { QuestionField } from '../fields/QuestionField'
import { faultsOf, useFaults } from '../fields/useFaults'
import { answerField, findDetailFaults } from '../fields/validation'
import { blankDraft, type Draft, detailsOf } from '../register/registrationDraft'
import { type Translation, useTranslation } from '../translation'
import { OwnFormEnd } from './OwnFormEnd'
import classes from './own.module.css'
import type { Own } from './useOwnRegistration'

interface OwnDetailsFormProps {
  event: PublicEvent
  registration: OwnRegistration
  own: Own
  /** Called with the server's message; empty if nothing was changed. */
  onDone: (message: string) => void
}

/** The registration as it is stored, when a change of an earlier one was refused. */
const storedIn = (answer: Answer<OwnRegistration>) =>
  answer.ok ? null : (answer.refusal.stored as OwnRegistration | null)

const draftOf = ({ fullName, email, phone, company, answers }: OwnRegistration): Draft => ({
  ...blankDraft(),
  fullName,
  email,
  phone,
  company,
  answers: Object.fromEntries(answers.map(({ questionId, answer }) => [questionId, answer])),
})

/** A field or an answer that was saved elsewhere while another value was typed here. */
interface Theirs {
  label: string
  value: string
}

const TYPED = ['fullName', 'phone', 'company'] as const

/**
 * Fills into the draft what was saved elsewhere since `read`, except where something else was typed. Returns the draft
 * and the values that it leaves out.
 */
function merged(event: PublicEvent, typed: Draft, read: Draft, now: Draft, t: Translation['t']) {
  const theirs: Theirs[] = []
  const pick = <T,>(label: string, mine: T, was: T, is: T, said: string) => {
    if (isSame(is, was) || isSame(is, mine)) return mine
    if (isSame(mine, was)) return is
    theirs.push({ label, value: said })
    return mine
  }
  const draft = { ...typed, answers: { ...typed.answers } }
  for (const name of TYPED) {
    draft[name] = pick(t(`field.${name}`), typed[name], read[name], now[name], now[name])
  }
  for (const { id, type, question } of ownQuestions(event.eventForm.scheme)) {
    const said = type === 'IMAGE' ? t('image.uploaded') : [now.answers[id] ?? []].flat().join(', ')
    const answer = pick(question, typed.answers[id], read.answers[id], now.answers[id], said)
    if (answer === undefined) delete draft.answers[id]
    else draft.answers[id] = answer
  }
  return { draft, theirs }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The same questions as in the registration. Typed text stays until the server has it. */
export function OwnDetailsForm({ event, registration, own, onDone }: OwnDetailsFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(registration))
  // The next change is compared with this; a page that comes back into view may have read a newer one.
  const [read, setRead] = useState(registration)
  const [theirs, setTheirs] = useState<Theirs[]>([])
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
    const send = (from: OwnRegistration) =>
      own.change({ ...detailsOf(event, draft), updatedAt: from.updatedAt })
    let [from, answer] = [read, await send(read)]
    const stored = storedIn(answer)
    // A payment changes the registration, too, and nothing that the form shows.
    if (stored && isSame(draftOf(stored), draftOf(read))) [from, answer] = [stored, await send(stored)]
    setSending(false)
    if (answer.ok) return onDone(answer.messages.join(' '))
    const { refusal } = answer
    const now = storedIn(answer)
    if (now) {
      const found = merged(event, draft, draftOf(from), draftOf(now), t)
      setDraft(found.draft)
      setTheirs(found.theirs)
      setRead(now)
      setProblems([t('own.theirs')])
      return
    }
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
      {theirs.length > 0 && (
        <>
          <p>{t('own.savedElsewhere')}</p>
          <dl className={classes.rows}>
            {theirs.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value || t('own.empty')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <OwnFormEnd problems={problems} isSending={isSending} onDiscard={() => onDone('')} />
    </form>
  )
}
