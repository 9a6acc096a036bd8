import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBan } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { EmptyState } from '~/components/EmptyState'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { toast } from '~/components/toast'
import { useKept } from '~/components/useKept'
import { shows } from '~/lib/apiError'
import { t } from '~/lib/language'
import { formatNumber } from '~/lib/numbers'
import { isUpload } from '~/lib/queries'
import { ownQuestions } from '~/lib/questions'
import { EventHeader } from '../EventHeader'
import { LetterModal } from '../lateDialogs'
import { type Event, editedEventQuery, letterQuery, useEventChange } from '../queries'
import type { DraftState, EventFields } from './draftStore'
import { changeOf } from './eventBody'
import { comparedIn, laidOver, stateOf, useEventConflict } from './eventConflict'
import { LifecycleMenu } from './LifecycleMenu'
import { openedQuestions, type Question } from './questions'
import { sectionOf } from './sections'
import { SECTIONS, type Section } from './steps'
import { useWizard, type Wizard } from './useWizard'
import { WizardFrame } from './WizardFrame'

/** The fields whose change is announced to registered participants. */
const TOLD = ['eventStartDate', 'endDate', 'venueAddress']

interface EditEventScreenProps {
  eventId: string
  step: Section | undefined
  onStep: (step: Section) => void
  /** The list of ticket classes in the third step, which comes from a feature after this one. */
  ticketClasses: React.ReactNode
}

export function EditEventScreen({ eventId, ...props }: EditEventScreenProps) {
  const { t } = useTranslation()
  const event = useQuery(editedEventQuery(eventId))
  const [cancelled, setCancelled] = useState(false)
  if (event.error) {
    return (
      <>
        <PageHeader title={t('events.wizard.edit')} />
        <ErrorState error={event.error} onRetry={() => void event.refetch()} />
      </>
    )
  }
  if (!event.data) {
    return (
      <div role="status" aria-label={t('common.table.loading')}>
        <PageHeader title={t('events.wizard.edit')} />
        <Skeleton height={64} mb="xl" />
        <Skeleton height={320} />
      </div>
    )
  }
  if (event.data.isCancelled || cancelled) return <Cancelled event={event.data} />
  return (
    <EditEvent
      {...props}
      loaded={event.data}
      onCancelled={() => {
        setCancelled(true)
        void event.refetch()
      }}
    />
  )
}

/** Nothing about a cancelled event can change any more. */
function Cancelled({ event }: { event: Event }) {
  const { t } = useTranslation()
  const { id: eventId, cancelReason } = event
  return (
    <>
      <EventHeader event={{ ...event, isCancelled: true }} entry="settings" />
      <EmptyState
        icon={IconBan}
        title={t('events.cancelled.title')}
        description={
          <>
            {cancelReason && (
              <Text component="span" display="block" mb="xs" style={{ overflowWrap: 'anywhere' }}>
                {t('events.cancelled.reason', { reason: cancelReason })}
              </Text>
            )}
            {t('events.cancelled.description')}
          </>
        }
      >
        <Group gap="sm">
          <Button
            variant="default"
            renderRoot={(root) => (
              <Link to="/participant-management/$eventId/$" params={{ eventId, _splat: '' }} {...root} />
            )}
          >
            {t('events.action.participants')}
          </Button>
          <Button renderRoot={(root) => <Link to="/event-management" {...root} />}>
            {t('events.backToList')}
          </Button>
        </Group>
      </EmptyState>
    </>
  )
}

interface EditEventProps extends Omit<EditEventScreenProps, 'eventId'> {
  loaded: Event
  onCancelled: () => void
}

function EditEvent({ loaded, step, onStep, ticketClasses, onCancelled }: EditEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [event, setEvent] = useState(loaded)
  const [initial] = useState(() => stateOf(loaded))
  const wizard = useWizard({ initial, step, onStep })
  const conflict = useEventConflict(wizard, loaded)
  /** The stored version where the editing began: kept text is compared with the version stored later. */
  const begun = useRef(initial)
  useKeptEvent({ wizard, begun, conflict, eventId: loaded.id })
  const change = useEventChange(loaded.id)
  /** The letter about the last change is open; `leadOn` is called after it. */
  const [letter, setLetter] = useState<{ leadOn?: () => void }>()
  const queryClient = useQueryClient()
  const asking = useMutation({
    // When that fails, the dialog asks again, and says why it cannot.
    mutationFn: () =>
      queryClient.fetchQuery({ ...letterQuery(event.id), staleTime: 0 }).catch(() => undefined),
  })

  /** Saves all changes. Only `section` has to be complete, or all sections when absent. */
  const save = async (section: Section | undefined, leadOn?: () => void) => {
    const body = changeOf(wizard.draft.get(), wizard.saved.current)
    const fields = Object.keys(body)
    if (fields.length === 0) return leadOn ? leadOn() : toast.info(t('events.wizard.nothingChanged'))
    const touched = SECTIONS.filter(
      (part) => part === section || fields.some((field) => sectionOf(field) === part),
    )
    if (!wizard.check(section ? touched : SECTIONS)) return
    const scheme = body.eventForm?.scheme ?? []
    if (!(await askToSave(event, openedQuestions(wizard.saved.current.formScheme, scheme)))) return
    change.mutate(
      { ...body, section, version: conflict.version },
      {
        onSuccess: ({ data, messages }) => {
          setEvent(data)
          conflict.saved(data)
          wizard.draft.load(data)
          wizard.saved.current = wizard.draft.get()
          begun.current = wizard.saved.current
          toast.success(messages)
          // A change of the time or place opens the letter to registered participants, if any of them is to be told.
          const isMoved = fields.some((field) => TOLD.includes(field))
          if (!isMoved || data.registeredCount === 0) return leadOn?.()
          asking.mutate(undefined, {
            onSuccess: (waiting) => (waiting === null ? leadOn?.() : setLetter({ leadOn })),
          })
        },
        onError: shows(conflict.refuse),
      },
    )
  }

  const reopened = (data: Event) => {
    setEvent(data)
    wizard.draft.reopen(data)
    conflict.follow(data)
  }

  return (
    <>
      <WizardFrame
        wizard={wizard}
        event={event}
        ticketClasses={ticketClasses}
        onSave={() => void save(wizard.step)}
        onComplete={() =>
          void save(
            undefined,
            () => void navigate({ to: '/event-management/$eventId', params: { eventId: event.id } }),
          )
        }
        isBusy={change.isPending || asking.isPending}
        notice={conflict.notice}
        actions={
          <LifecycleMenu
            event={event}
            onReopened={reopened}
            onCancelled={() => {
              wizard.saved.current = wizard.draft.get()
              onCancelled()
            }}
          />
        }
      />
      <LetterModal
        eventId={event.id}
        opened={letter !== undefined}
        onClose={() => {
          setLetter(undefined)
          letter?.leadOn?.()
        }}
      />
    </>
  )
}

interface KeptEvent {
  wizard: Wizard
  begun: React.RefObject<DraftState>
  conflict: ReturnType<typeof useEventConflict>
  eventId: string
}

/** Keeps typed and unsaved changes; ticket classes are saved one by one, and files are not kept. */
function useKeptEvent({ wizard: { draft, saved }, begun, conflict, eventId }: KeptEvent) {
  useKept({
    name: `event ${eventId}`,
    typed: () => unsavedIn(draft.get(), saved.current),
    restore: (kept) => {
      const now = draft.get()
      draft.put(laidOver(now, { ...kept.event, ...(kept.own && { eventForm: kept.own }) }))
      return unsavedIn(draft.get(), now) !== null
    },
    discard: () => {
      draft.put(saved.current)
      conflict.dismiss()
    },
    before: ({ event, own }) => {
      const was: Partial<Record<string, unknown>> = comparedIn(begun.current)
      const fields = Object.keys(event).map((field) => (field.startsWith('bank') ? 'bank' : field))
      return Object.fromEntries(
        [...fields, ...(own ? ['eventForm'] : [])].map((field) => [field, was[field]]),
      )
    },
    onOlder: conflict.compare,
  })
}

interface Unsaved {
  event: Partial<EventFields>
  /** The organiser's questions, if they were changed. */
  own?: Question[]
}

function unsavedIn(state: DraftState, saved: DraftState): Unsaved | null {
  const { tickets: _, ...fields } = state.event
  const known: Partial<Record<string, unknown>> = { ...saved.event }
  const changed = Object.entries(fields).filter(
    ([field, value]) => !isUpload(value) && JSON.stringify(value) !== JSON.stringify(known[field]),
  )
  const isAsked = JSON.stringify(state.formScheme) !== JSON.stringify(saved.formScheme)
  if (changed.length === 0 && !isAsked) return null
  const event = Object.fromEntries(changed) as Partial<EventFields>
  return { event, ...(isAsked && { own: ownQuestions(state.formScheme) }) }
}

/** Asks before saving, because changes to a stored event are public at once. `opened` are no longer sensitive. */
function askToSave({ registeredCount }: Event, opened: Question[]) {
  const message =
    registeredCount > 0
      ? t('events.wizard.confirmSave.registered', {
          count: registeredCount,
          number: formatNumber(registeredCount),
        })
      : t('events.wizard.confirmSave.message')
  return confirm({
    title: t('events.wizard.confirmSave.title'),
    message: opened.length > 0 ? [message, warningOf(opened)].map(paragraph) : message,
    confirm: t('common.save'),
    dangerous: opened.length > 0,
  })
}

function warningOf(opened: Question[]) {
  const names = opened.map(({ question }) => question)
  const question = names.length > 1 ? names.map((name) => `“${name}”`).join(', ') : names[0]
  return t('events.wizard.confirmSave.opened', { count: names.length, question })
}

const paragraph = (text: string) => (
  <Text key={text} mb="sm" style={{ overflowWrap: 'anywhere' }}>
    {text}
  </Text>
)
