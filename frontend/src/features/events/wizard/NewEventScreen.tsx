import { Alert, Skeleton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { DURATION, toast } from '~/components/toast'
import { isAtLimit } from '../planLimit'
import { editedEventQuery, planQuery, useEventCreation } from '../queries'
import { copyOf, type DraftState, FLAGS } from './draftStore'
import { creationOf } from './eventBody'
import { blankDraft, readLocalDraft, removeLocalDraft, saveLocalDraft } from './localDraft'
import { LimitNotice, LocalDraftNotice } from './NewEventNotices'
import { SECTIONS, type Section } from './sections'
import { useWizard } from './useWizard'
import { WizardFrame } from './WizardFrame'

interface StepProps {
  step: Section | undefined
  onStep: (step: Section) => void
  /** The list of ticket classes in the third step, which comes from a feature after this one. */
  ticketClasses: React.ReactNode
}

interface NewEventScreenProps extends StepProps {
  /** The event that this one copies. */
  from: string | undefined
  /** The group to which this one is to belong, which only begins it: it can be changed in the first step. */
  groupId: string | undefined
}

/** A new event, or a copy of `from`. Until it can be created, it is stored on this device only. */
export function NewEventScreen({ from, ...props }: NewEventScreenProps) {
  return <LocalDraftOrNew key={from} from={from} {...props} />
}

function LocalDraftOrNew({ groupId, ...props }: NewEventScreenProps) {
  const { from, onStep } = props
  const [localDraft, setLocalDraft] = useState(() => readLocalDraft(from))
  const [round, setRound] = useState(0)

  const startOver = () => {
    removeLocalDraft(from)
    setLocalDraft(null)
    setRound(round + 1)
    onStep('eventInfo')
  }

  if (localDraft) {
    return (
      <NewEvent
        {...props}
        initial={inGroup(localDraft.state, groupId)}
        notice={
          <LocalDraftNotice
            savedAt={localDraft.savedAt}
            lostImages={localDraft.lostImages}
            onStartOver={startOver}
          />
        }
      />
    )
  }
  // Starting over copies the source in its present state.
  if (from) return <CopiedEvent key={round} {...props} from={from} />
  return <NewEvent key={round} {...props} initial={inGroup(blankDraft(), groupId)} />
}

const inGroup = (draft: DraftState, groupId: string | undefined): DraftState =>
  groupId ? { ...draft, event: { ...draft.event, groupId } } : draft

function CopiedEvent(props: StepProps & { from: string }) {
  const { t } = useTranslation()
  const source = useQuery(editedEventQuery(props.from))
  if (source.error) return <ErrorState error={source.error} onRetry={() => void source.refetch()} />
  if (!source.data) return <Skeleton height={480} radius="md" />
  const { title } = source.data
  return (
    <NewEvent
      {...props}
      initial={copyOf(source.data, t('events.copy.title', { title }))}
      notice={
        <Alert icon={<IconCopy size={20} />} mb="lg" variant="light">
          {t('events.copy.notice', { title })}
        </Alert>
      }
    />
  )
}

interface NewEventProps extends StepProps {
  /** The event that this one copies. */
  from: string | undefined
  /** Only the value of the first render is used. */
  initial: DraftState
  notice?: React.ReactNode
}

function NewEvent({ from, step, onStep, ticketClasses, notice, ...props }: NewEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [initial] = useState(props.initial)
  const wizard = useWizard({ initial, step, onStep })
  const creation = useEventCreation()
  const plan = useQuery(planQuery).data
  const atLimit = plan !== undefined && isAtLimit(plan)
  // Browsers may end a hidden page without notice, so unsaved work is stored when the page is hidden.
  useWindowEvent('pagehide', () => {
    if (wizard.isDirty()) saveLocalDraft(wizard.draft.get(), from)
  })

  const create = (leadOn: (eventId: string) => void) => {
    creation.mutate(creationOf(wizard.draft.get()), {
      onSuccess: ({ data, messages }) => {
        removeLocalDraft(from)
        wizard.saved.current = wizard.draft.get()
        toast.success(messages)
        leadOn(data.id)
      },
      onError: wizard.refuse,
    })
  }

  const keep = (message: string) => {
    const state = wizard.draft.get()
    if (!saveLocalDraft(state, from)) return toast.error(t('events.wizard.notKept'))
    wizard.saved.current = state
    toast.info(message, DURATION.long)
  }

  const save = () => {
    const state = wizard.draft.get()
    const missing = SECTIONS.filter((section) => !state[FLAGS[section]])
    if (missing.length > 0) {
      const steps = missing.map((section) => t(`events.step.${section}`)).join(', ')
      return keep(t('events.wizard.kept', { steps }))
    }
    if (atLimit) return keep(t('events.wizard.keptAtLimit'))
    create(
      (eventId) =>
        void navigate({
          to: '/event-management/edit/$eventId',
          params: { eventId },
          search: { step: wizard.step },
          replace: true,
        }),
    )
  }

  const complete = () => {
    if (!wizard.check(SECTIONS)) return
    if (atLimit) return keep(t('events.wizard.keptAtLimit'))
    create((eventId) => void navigate({ to: '/event-management/$eventId', params: { eventId } }))
  }

  return (
    <WizardFrame
      wizard={wizard}
      ticketClasses={ticketClasses}
      onSave={save}
      onComplete={complete}
      isBusy={creation.isPending}
      notice={
        <>
          {atLimit && <LimitNotice limit={plan.eventLimit} />}
          {notice}
        </>
      }
    />
  )
}
