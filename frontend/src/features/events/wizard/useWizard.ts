import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { toast, toastError } from '~/components/toast'
import { useExitGuard } from '~/components/useExitGuard'
import { ApiError, CODE, isRefused, markShown } from '~/lib/apiError'
import { t } from '~/lib/language'
import { createDraftStore, type DraftState, type EventFields } from './draftStore'
import type { Question } from './questions'
import { type Errors, errorsOf, sectionOf } from './sections'
import { SECTIONS, type Section } from './steps'

interface WizardOptions {
  /** The state that counts as saved. */
  initial: DraftState
  /** The first state of the fields, if that is not saved yet. */
  begunWith?: DraftState
  /** The step in the address; the first one if undefined. */
  step: Section | undefined
  onStep: (step: Section) => void
  /** Keeps a new event as a draft; false when it could not. Offered when the user leaves. */
  saveDraft?: () => Promise<boolean>
}

/** The state that all steps of the wizard share: the draft, which errors are shown, and the guard at the exits. */
export function useWizard(options: WizardOptions) {
  const { initial, begunWith = initial, step = 'eventInfo', onStep, saveDraft } = options
  const [draft] = useState(() => createDraftStore(begunWith))
  const state = useSyncExternalStore(draft.subscribe, draft.get)
  const saved = useRef(initial)
  const [attempted, setAttempted] = useState<ReadonlySet<Section>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Errors>({})
  const focus = useFocusOn(step)

  useEffect(() => draft.visit(step), [draft, step])

  const isDirty = () => contentOf(draft.get()) !== contentOf(saved.current)
  useExitGuard({
    isDirty,
    // Changing the step stays on the same page, so nothing is lost.
    staysHere: ({ current, next }) => current.pathname === next.pathname,
    question: () => ({
      title: t('events.wizard.leave.title'),
      message: t('events.wizard.leave.message'),
      confirm: t('events.wizard.leave.confirm'),
      cancel: t('events.wizard.leave.stay'),
    }),
    keep: saveDraft && { label: t('events.wizard.saveDraft'), save: saveDraft },
  })

  const forgive = (isGone: (field: string) => boolean) =>
    setRefused((errors) => Object.fromEntries(Object.entries(errors).filter(([field]) => !isGone(field))))

  /** Shows the errors of these sections and opens the first one that is incomplete. */
  const check = (sections: readonly Section[]): boolean => {
    setAttempted((tried) => new Set([...tried, ...sections]))
    const wrong = SECTIONS.filter((section) => sections.includes(section)).find(
      (section) => Object.keys(errorsOf(section, draft.get())).length > 0,
    )
    if (!wrong) return true
    draft.visit(wrong)
    if (wrong !== step) onStep(wrong)
    focus({ section: wrong, fields: Object.keys(errorsOf(wrong, draft.get())) })
    return false
  }

  /** Shows the server's messages at their fields and focuses the first of them. */
  const refuse = (error: Error) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    const errors = Object.fromEntries(fields.map(([field, messages]) => [field, messages.join(' ')]))
    setRefused(errors)
    const section = isRefused(error, CODE.ticketClassExisted)
      ? 'paymentInfo'
      : SECTIONS.find((section) => fields.some(([field]) => sectionOf(field) === section))
    if (section && section !== step) onStep(section)
    const sectionFields = fields.filter(([field]) => sectionOf(field) === section).map(([field]) => field)
    if (!section || sectionFields.length === 0) return toastError(error)
    markShown(error)
    // A field that is not on the screen cannot show its message.
    focus({
      section,
      fields: sectionFields,
      otherwise: () => toast.error(sectionFields.map((field) => errors[field] ?? '')),
    })
  }

  const own = errorsOf(step, state)
  const isFilled = (field: string) => Boolean(state.event[field as keyof EventFields])
  const visible = Object.entries(own).filter(
    ([field]) => attempted.has(step) || (left.has(field) && isFilled(field)),
  )

  return {
    draft,
    state,
    step,
    saved,
    isDirty,
    check,
    refuse,
    go: onStep,
    /** Puts the focus into a field, on its step. */
    find: (field: string) => {
      const section = sectionOf(field)
      if (!section) return
      if (section !== step) onStep(section)
      focus({ section, fields: [field] })
    },
    /** The error messages shown in this step, by field. */
    errors: { ...refused, ...Object.fromEntries(visible) } as Errors,
    change: (fields: Partial<EventFields>) => {
      draft.change(fields, step)
      forgive((field) => (field.split('.')[0] ?? '') in fields)
    },
    changeScheme: (questions: Question[]) => {
      draft.changeScheme(questions)
      forgive((field) => field.startsWith('eventForm'))
    },
    /** Called when a field loses the focus; its error is shown from then on. */
    leave: (field: string) => setLeft((fields) => new Set([...fields, field])),
  }
}

export type Wizard = ReturnType<typeof useWizard>

/** Ticket classes of a stored event are saved one by one, so they do not count as unsaved changes. */
function contentOf({ event, formScheme, eventStatus }: DraftState): string {
  const { tickets, ...fields } = event
  return JSON.stringify([fields, formScheme, eventStatus === null && tickets])
}

interface Wanted {
  section: Section
  fields: string[]
  /** Called when none of the fields is on the screen. */
  otherwise?: () => void
}

/** Focuses the first of the named fields as soon as their step is on the screen. */
function useFocusOn(step: Section) {
  const wanted = useRef<Wanted>(null)
  const [asked, ask] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever it was asked to.
  useEffect(() => {
    if (wanted.current?.section !== step) return
    const { fields, otherwise } = wanted.current
    wanted.current = null
    const nodes = [...document.querySelectorAll<HTMLElement>('[data-path]')]
    const node = nodes.find(({ dataset }) => fields.includes(dataset.path ?? ''))
    if (node) node.focus()
    else otherwise?.()
  }, [asked, step])
  return (next: Wanted) => {
    wanted.current = next
    ask((times) => times + 1)
  }
}
