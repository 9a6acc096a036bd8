import { Alert, Skeleton } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { toast, toastError } from '~/components/toast'
import { useKeeping } from '~/components/useKept'
import { CODE, isRefused } from '~/lib/apiError'
import { t } from '~/lib/language'
import { isAtLimit } from '../planLimit'
import { draftQuery, editedEventQuery, planQuery, useEventCreation } from '../queries'
import { completed } from './defaults'
import { copyOf, type DraftState } from './draftStore'
import { uploadDrawnLogo } from './drawnLogo'
import { useMostSeats } from './EventInfoStep'
import { creationOf } from './eventBody'
import { blankDraft, draftFrom, readLocalDraft, removeLocalDraft, saveLocalDraft } from './localDraft'
import { LimitNotice, LocalDraftNotice } from './NewEventNotices'
import { SECTIONS, type Section } from './steps'
import { useDraftKeeping } from './useDraftKeeping'
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
  /** The draft on the server that is continued. */
  draft: string | undefined
  /** Called with the draft's identifier when the server has begun to keep this event. */
  onKept: (draft: string) => void
}

/** A new event, a copy of `from`, or a draft that is continued. */
export function NewEventScreen({ from, draft, onKept, ...props }: NewEventScreenProps) {
  // The first save adds the draft's identifier to the address, and the wizard goes on with the same event. Any other
  // change of the identifier starts the wizard with another event.
  const [session, setSession] = useState({ number: 0, begunWith: draft, address: draft, own: draft })
  if (draft !== session.address) {
    const isSame = draft !== undefined && draft === session.own
    setSession(
      isSame
        ? { ...session, address: draft }
        : { number: session.number + 1, begunWith: draft, address: draft, own: draft },
    )
  }
  const own = {
    ...props,
    from,
    onKept: (id: string) => {
      setSession((known) => ({ ...known, own: id }))
      onKept(id)
    },
  }
  const key = `${from ?? ''} ${session.number}`
  return session.begunWith ? (
    <ServerDraft key={key} {...own} draft={session.begunWith} />
  ) : (
    <LocalDraftOrNew key={key} {...own} />
  )
}

type BegunProps = Omit<NewEventScreenProps, 'draft'>

function ServerDraft({ groupId: _, draft: id, ...props }: BegunProps & { draft: string }) {
  const { t } = useTranslation()
  const draft = useQuery(draftQuery(id))
  if (draft.error)
    return (
      <>
        <PageHeader title={t('shell.title.newEvent')} />
        <ErrorState error={draft.error} onRetry={() => void draft.refetch()} />
      </>
    )
  if (!draft.data) return <Skeleton height={480} radius="md" />
  const { version, content } = draft.data
  const local = readLocalDraft({ draft: id })
  // The local draft is newer than the server's, unless the server's version has changed since.
  const isLocal = local?.version === version
  return (
    <NewEvent
      {...props}
      initial={draftFrom(content)}
      begunWith={isLocal && local ? local.state : undefined}
      kept={{ id, version }}
    />
  )
}

function LocalDraftOrNew({ groupId, ...props }: BegunProps) {
  const { from, onStep } = props
  const [localDraft, setLocalDraft] = useState(() => readLocalDraft({ from }))
  const [round, setRound] = useState(0)

  const startOver = () => {
    removeLocalDraft({ from })
    setLocalDraft(null)
    setRound(round + 1)
    onStep('eventInfo')
  }

  if (localDraft) {
    return (
      <NewEvent
        {...props}
        initial={blankDraft()}
        begunWith={inGroup(localDraft.state, groupId)}
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

function CopiedEvent(props: Omit<BegunProps, 'groupId'> & { from: string }) {
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

interface NewEventProps extends Omit<BegunProps, 'groupId'> {
  /** The state that counts as saved; only the value of the first render is used. */
  initial: DraftState
  /** The first state of the fields, if it is not saved; only the value of the first render is used. */
  begunWith?: DraftState
  /** The draft on the server that is continued; only the value of the first render is used. */
  kept?: { id: string; version: number }
  notice?: React.ReactNode
}

function NewEvent({ from, step, onStep, onKept, ticketClasses, notice, ...props }: NewEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [initial] = useState(props.initial)
  const [begunWith] = useState(props.begunWith ?? props.initial)
  const keeping = useDraftKeeping(props.kept ?? null, (id) => {
    removeLocalDraft({ from })
    onKept(id)
  })
  const wizard = useWizard({
    initial,
    begunWith,
    step,
    onStep: (next) => {
      // Going on is a good moment to save the draft. If it fails, saving or leaving says so.
      if (wizard.isDirty() && wizard.draft.get().event.title.trim() !== '') keep().catch(() => undefined)
      onStep(next)
    },
    saveDraft: () => save(t('events.wizard.kept')),
  })
  const creation = useEventCreation()
  const plan = useQuery(planQuery).data
  const most = useMostSeats()
  const atLimit = plan !== undefined && isAtLimit(plan)
  const [isPublishing, setPublishing] = useState(false)
  const local = () => ({ from, draft: keeping.kept.current?.id })
  const keepHere = () => saveLocalDraft(wizard.draft.get(), local(), keeping.kept.current?.version)

  const keep = async (overwrites = false) => {
    const state = wizard.draft.get()
    await keeping.keep(state, overwrites)
    removeLocalDraft(local())
    wizard.saved.current = state
  }
  useKeeping(() => wizard.isDirty() && keepHere())

  const save = async (message: string) => {
    try {
      await keep().catch(async (error: unknown) => {
        if (!isRefused(error, CODE.conflict) || !(await askToOverwrite())) throw error
        await keep(true)
      })
      toast.success(message)
      return true
    } catch (error) {
      // The server cannot keep the draft now, so this device does.
      keepHere()
      toastError(error)
      return false
    }
  }

  const publish = async () => {
    if (!wizard.check(SECTIONS)) return
    if (atLimit) {
      await save(t('events.wizard.keptAtLimit'))
      return
    }
    setPublishing(true)
    try {
      await keeping.settled()
      const state = completed(wizard.draft.get(), Date.now(), most)
      const logo = state.event.logo ?? (await uploadDrawnLogo(state.event))
      wizard.draft.change({ logo }, 'eventInfo')
      const { data } = await creation.mutateAsync({
        ...creationOf(state),
        logo,
        draftId: keeping.kept.current?.id,
      })
      removeLocalDraft(local())
      wizard.saved.current = wizard.draft.get()
      await navigate({
        to: '/event-management/$eventId',
        params: { eventId: data.id },
        search: { published: true },
      })
    } catch (error) {
      // The draft was published or deleted elsewhere. If the organiser publishes again after the message, a new event
      // is meant.
      if (isRefused(error, CODE.conflict)) keeping.kept.current = null
      wizard.refuse(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setPublishing(false)
    }
  }

  return (
    <WizardFrame
      wizard={wizard}
      ticketClasses={ticketClasses}
      onSave={() => void save(t('events.wizard.kept'))}
      onComplete={() => void publish()}
      isBusy={isPublishing || keeping.isKeeping}
      notice={
        <>
          {atLimit && <LimitNotice limit={plan.eventLimit} />}
          {notice}
        </>
      }
    />
  )
}

function askToOverwrite() {
  return confirm({
    title: t('events.wizard.overwrite.title'),
    message: t('events.wizard.overwrite.message'),
    confirm: t('events.wizard.overwrite.action'),
  })
}
