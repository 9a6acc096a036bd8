import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Deferred, defer } from '~/lib/deferral'
import { hideNote, showNote } from './notes'
import { DURATION } from './toast'

interface Later {
  /** The finished action in words: what was done, to whom and how much of it. */
  fact: string
  /** Does it; shows a failure itself and never rejects. */
  act: () => Promise<void>
  /** Makes the screen as it was; called instead of `act`. */
  takeBack: () => void
}

/**
 * Does in ten seconds an action that cannot be undone on the server; until then a toast counts the seconds and takes it
 * back. The clock stops while the mouse is over the toast or the focus in it. Returns a function that takes it back, or
 * returns false when it is too late.
 */
export function doLater({ fact, act, takeBack }: Later): () => boolean {
  const deferred = defer(() => {
    hideNote(id)
    return act()
  }, DURATION.longest)
  const undo = () => {
    const isInTime = deferred.cancel()
    if (isInTime) {
      hideNote(id)
      takeBack()
    }
    return isInTime
  }
  const id = showNote({
    message: <Countdown fact={fact} deferred={deferred} onUndo={undo} />,
    color: 'gray',
    icon: <IconTrash size={18} />,
    role: 'status',
    stays: false,
    onHold: deferred.hold,
  })
  return undo
}

interface CountdownProps {
  fact: string
  deferred: Deferred
  onUndo: () => void
}

/** Milliseconds between two looks at the clock. */
const TICK = 200

function Countdown({ fact, deferred, onUndo }: CountdownProps) {
  const { t } = useTranslation()
  const seconds = () => Math.ceil(deferred.remaining() / 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.ceil(deferred.remaining() / 1000)), TICK)
    return () => clearInterval(timer)
  }, [deferred])
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>
        {fact}
        <VisuallyHidden>. {t('common.undoWithin')}</VisuallyHidden>
      </span>
      <Group gap={8} wrap="nowrap" flex="none">
        {/* Not read out: a screen reader would tell every second. */}
        <Text component="span" size="sm" c="dimmed" miw="2em" ta="right" aria-hidden>
          {t('common.secondsLeft', { count: left })}
        </Text>
        <Button size="compact-sm" variant="light" flex="none" onClick={onUndo}>
          {t('common.undo')}
        </Button>
      </Group>
    </Group>
  )
}
