import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '~/components/useFocusBack'
import { isMissingPart } from '~/lib/newProgram'

type Dialogs = typeof import('./dialogs').dialogs

// The dialogs weigh more than the list, so that they come behind it, in one file.
let loaded: Dialogs | undefined
let loading: Promise<Dialogs> | undefined

async function load() {
  const { dialogs } = await import('./dialogs')
  loaded = dialogs
  return dialogs
}

/** A failed promise stays until `forget`: a new one for each rendering would be waited for without end. */
function ask() {
  loading ??= load()
  return loading
}

function forget() {
  loading = undefined
}

/** Loads the dialogs before one is wanted. When that fails, the first that is wanted asks again. */
export const loadDialogs = () => void ask().catch(forget)

/** Drawn at once when the file is there: `lazy` would wait once more for each dialog. */
function late<Props extends object>(pick: (dialogs: Dialogs) => ComponentType<Props>) {
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, when this file is loaded.
  return function LateDialog(props: Props) {
    const Dialog = pick(loaded ?? use(ask()))
    return <Dialog {...props} />
  }
}

export const AddParticipantDrawer = late((dialogs) => dialogs.AddParticipantDrawer)
export const BulkDialog = late((dialogs) => dialogs.BulkDialog)
export const CodeList = late((dialogs) => dialogs.CodeList)
export const EventLogDrawer = late((dialogs) => dialogs.EventLogDrawer)
export const ExportModal = late((dialogs) => dialogs.ExportModal)
export const ImportModal = late((dialogs) => dialogs.ImportModal)
export const ParticipantDrawer = late((dialogs) => dialogs.ParticipantDrawer)
export const TicketList = late((dialogs) => dialogs.TicketList)
export const TicketModal = late((dialogs) => dialogs.TicketModal)

interface LateProps {
  /** Gives up dialogs that did not come; absent around a part of the screen. */
  onClose?: () => void
  /** Stands there until they come. */
  fallback?: ReactNode
  children: ReactNode
}

/** Around dialogs and parts that come late: when they do not come, the rest of the screen stays as it is. */
export function Late({ onClose, fallback, children }: LateProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  const [failures, setFailures] = useState(0)
  const onCatch = (caught: unknown) => {
    forget()
    setError(caught)
    setFailures(failures + 1)
  }
  if (error === null) {
    return (
      <CatchBoundary getResetKey={() => failures} errorComponent={Nothing} onCatch={onCatch}>
        <Suspense fallback={fallback}>{children}</Suspense>
      </CatchBoundary>
    )
  }
  const failure = <Failure error={error} isRepeated={failures > 1} onRetry={() => setError(null)} />
  if (!onClose) return <Alert title={t('common.loadFailed.title')}>{failure}</Alert>
  const close = () => {
    setError(null)
    onClose()
  }
  return <FailedDialog onClose={close}>{failure}</FailedDialog>
}

const Nothing = () => null

function FailedDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  useFocusBack()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('common.loadFailed.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
    </Modal>
  )
}

interface FailureProps {
  error: unknown
  /** It has been tried again in vain: the part may be of a version that is gone, and only a new page helps. */
  isRepeated: boolean
  onRetry: () => void
}

function Failure({ error, isRepeated, onRetry }: FailureProps) {
  const { t } = useTranslation()
  return (
    <Stack>
      <Text>{t(isMissingPart(error) ? 'common.error.offline' : 'common.loadFailed.description')}</Text>
      <Group gap="sm">
        <Button onClick={onRetry} data-autofocus>
          {t('common.retry')}
        </Button>
        {isRepeated && (
          <Button variant="default" onClick={() => location.reload()}>
            {t('common.newProgram.load')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
