import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCopy, IconFileDescription } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { DURATION, toast } from '~/components/toast'
import { formatDateTime } from '~/lib/dates'
import { editedEventQuery } from '~/lib/eventQueries'
import { useEventCreation } from '../queries'
import { copyOf, type DraftState, FLAGS } from './draft'
import { creationOf } from './eventBody'
import { blankDraft, dropNewEvent, keepNewEvent, keptNewEvent } from './keptDraft'
import { SECTIONS, type Section } from './sections'
import { useWizard } from './useWizard'
import { WizardFrame } from './WizardFrame'

interface StepProps {
  step: Section | undefined
  onStep: (step: Section) => void
}

/** A new event, or a copy of `from`. Until everything needed is there, it is kept on this device only. */
export function NewEventScreen({ from, ...props }: StepProps & { from: string | undefined }) {
  return from ? <CopiedEvent key={from} from={from} {...props} /> : <KeptEvent {...props} />
}

function CopiedEvent({ from, ...props }: StepProps & { from: string }) {
  const { t } = useTranslation()
  const source = useQuery(editedEventQuery(from))
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

function KeptEvent(props: StepProps) {
  const [kept, setKept] = useState(keptNewEvent)
  const [round, setRound] = useState(0)

  const startOver = () => {
    dropNewEvent()
    setKept(null)
    setRound(round + 1)
    props.onStep('eventInfo')
  }

  return (
    <NewEvent
      key={round}
      {...props}
      isKept
      initial={kept?.state ?? blankDraft()}
      notice={kept && <KeptNotice kept={kept} onStartOver={startOver} />}
    />
  )
}

interface NewEventProps extends StepProps {
  /** Whether a page that goes away puts the draft aside: a copy does not take the place of another draft. */
  isKept?: boolean
  /** Only what it is at first counts. */
  initial: DraftState
  notice: React.ReactNode
}

function NewEvent({ step, onStep, notice, isKept = false, ...props }: NewEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [initial] = useState(props.initial)
  const wizard = useWizard({ initial, step, onStep })
  const creation = useEventCreation()
  // A reload, a dead battery or a phone that needs its memory: nobody pressed "save", and nothing may be lost.
  useWindowEvent('pagehide', () => {
    if (isKept && wizard.isDirty()) keepNewEvent(wizard.draft.get())
  })

  const create = (leadOn: (eventId: string) => void) => {
    creation.mutate(creationOf(wizard.draft.get()), {
      onSuccess: ({ data, messages }) => {
        dropNewEvent()
        wizard.saved.current = wizard.draft.get()
        toast.success(messages)
        leadOn(data.id)
      },
      onError: wizard.refuse,
    })
  }

  const save = () => {
    const state = wizard.draft.get()
    const missing = SECTIONS.filter((section) => !state[FLAGS[section]])
    if (missing.length === 0) {
      return create(
        (eventId) =>
          void navigate({
            to: '/event-management/edit/$eventId',
            params: { eventId },
            search: { step: wizard.step },
            replace: true,
          }),
      )
    }
    if (!keepNewEvent(state)) return toast.error(t('events.wizard.notKept'))
    wizard.saved.current = state
    const steps = missing.map((section) => t(`events.step.${section}`)).join(', ')
    toast.info(t('events.wizard.kept', { steps }), DURATION.long)
  }

  const complete = () => {
    if (wizard.check(SECTIONS)) create(() => void navigate({ to: '/event-management' }))
  }

  return (
    <WizardFrame
      title={t('shell.title.newEvent')}
      wizard={wizard}
      onSave={save}
      onComplete={complete}
      isBusy={creation.isPending}
      notice={notice}
    />
  )
}

function KeptNotice({
  kept,
  onStartOver,
}: {
  kept: NonNullable<ReturnType<typeof keptNewEvent>>
  onStartOver: () => void
}) {
  const { t } = useTranslation()
  const ask = async () => {
    const agreed = await confirm({
      title: t('events.wizard.startOver.title'),
      message: t('events.wizard.startOver.message'),
      confirm: t('events.wizard.startOver.action'),
      dangerous: true,
    })
    if (agreed) onStartOver()
  }
  return (
    <Alert icon={<IconFileDescription size={20} />} mb="lg" variant="light">
      <Group justify="space-between" gap="sm">
        <span>
          {t('events.wizard.restored', { date: formatDateTime(kept.savedAt) })}
          {kept.lostImages && ` ${t('events.wizard.lostImages')}`}
        </span>
        <Button variant="default" size="compact-md" onClick={() => void ask()}>
          {t('events.wizard.startOver.action')}
        </Button>
      </Group>
    </Alert>
  )
}
