import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isMissingPart } from '~/lib/newProgram'
import { BusyBar } from './BusyBar'
import { useFocusBack } from './useFocusBack'

/** Of all files with parts that come late. */
const forgets: (() => void)[] = []

/** Parts of a screen that come in a file of their own, behind the screen. */
export function lateParts<Parts>(load: () => Promise<Parts>) {
  let loading: Promise<Parts> | undefined
  /** A failed promise stays until `forget`: a new one for each rendering would be waited for without end. */
  const ask = () => {
    if (loading) return loading
    const asked = load()
    // So that `use` has them at once when they came before they were wanted.
    void asked.then(
      (value) => Object.assign(asked, { status: 'fulfilled', value }),
      () => undefined,
    )
    loading = asked
    return asked
  }
  const forget = () => {
    loading = undefined
  }
  forgets.push(forget)
  return {
    /** Loads them before one is wanted. When that fails, the first that is wanted asks again. */
    load: async () => void (await ask().catch(forget)),
    /** Drawn at once when the file is there: `lazy` would wait once more for each part. */
    late<Props extends object>(pick: (parts: Parts) => ComponentType<Props>) {
      // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, when its file is loaded.
      return function LatePart(props: Props) {
        const Part = pick(use(ask()))
        return <Part {...props} />
      }
    },
  }
}

interface DialogProps {
  opened: boolean
  onClose: () => void
}

/** A late dialog that is drawn from the first time that it is open, and then stays. */
export function lateDialog<Props extends DialogProps>(Dialog: ComponentType<Props>) {
  return function LateDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.opened)
    if (props.opened && !isWanted) setWanted(true)
    return (
      isWanted && (
        <Late onClose={props.onClose}>
          <Opening Dialog={Dialog} props={props} />
        </Late>
      )
    )
  }
}

/** Opened after it is there: only then does the dialog remember where the focus was. */
function Opening<Props extends DialogProps>({
  Dialog,
  props,
}: {
  Dialog: ComponentType<Props>
  props: Props
}) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return <Dialog {...props} opened={props.opened && isThere} />
}

interface LateProps {
  /** Gives up dialogs that did not come; absent around a part of the screen. */
  onClose?: () => void
  /** Stands there until they come; for dialogs, the bar of a running request. */
  fallback?: ReactNode
  children: ReactNode
}

/** Around dialogs and parts that come late: when they do not come, the rest of the screen stays as it is. */
export function Late({ onClose, fallback, children }: LateProps) {
  const { t } = useTranslation()
  const [error, setError] = useState<unknown>(null)
  const [failures, setFailures] = useState(0)
  const onCatch = (caught: unknown) => {
    for (const forget of forgets) forget()
    setError(caught)
    setFailures(failures + 1)
  }
  if (error === null) {
    return (
      <CatchBoundary getResetKey={() => failures} errorComponent={Nothing} onCatch={onCatch}>
        <Suspense fallback={fallback ?? (onClose && <BusyBar />)}>{children}</Suspense>
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
