import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { ApiError, isShown, markShown } from '~/lib/apiError'
import { t } from '~/lib/language'

/** Milliseconds a toast may stay. The pointer on it makes it wait. */
export const DURATION = { blink: 250, short: 1000, medium: 3000, long: 5000, longest: 10_000 } as const

type Duration = (typeof DURATION)[keyof typeof DURATION]

interface Look {
  color: string
  icon: React.ReactNode
  role: 'status' | 'alert'
}

const SUCCESS: Look = { color: 'jade', icon: <IconCheck size={18} />, role: 'status' }
const FAILURE: Look = { color: 'red', icon: <IconAlertTriangle size={18} />, role: 'alert' }
const INFO: Look = { color: 'blue', icon: <IconInfoCircle size={18} />, role: 'status' }

type Messages = string | readonly string[] | undefined

/** False: until it is closed. */
const shared = (look: Look, duration: Duration | false) => ({
  color: look.color,
  icon: look.icon,
  role: look.role,
  autoClose: duration,
  closeButtonProps: { 'aria-label': t('common.close') },
})

/** One toast per message; without messages, one with the title only. */
function show(look: Look, title: string, messages: Messages, duration: Duration) {
  const texts = (typeof messages === 'string' ? [messages] : (messages ?? [])).filter(Boolean)
  for (const message of texts.length > 0 ? texts : [null]) {
    notifications.show({
      title: message === null ? undefined : title,
      message: message ?? title,
      ...shared(look, duration),
    })
  }
}

/** A fact with a button for an action on it. Returns a function that hides it. */
function showWithAct(
  title: string,
  fact: string,
  label: string,
  act: () => void,
  ...how: Parameters<typeof shared>
) {
  const id = notifications.show({
    title,
    message: (
      <Group justify="space-between" gap="sm">
        {fact}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id)
            act()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
    ...shared(...how),
  })
  return id
}

const showUndoable = (fact: string, undo: () => void) =>
  showWithAct(t('common.toast.success'), fact, t('common.undo'), undo, SUCCESS, DURATION.longest)

export const toast = {
  /** A finished action, its object and amount; `undo` is offered for ten seconds where the action can be undone. */
  done: (fact: string, undo?: () => void) =>
    undo ? void showUndoable(fact, undo) : show(SUCCESS, t('common.toast.success'), fact, DURATION.medium),
  /** As `done`. Returns the toast's identifier, so that the next one of its kind can take its place. */
  undoable: showUndoable,
  success: (messages?: Messages, duration: Duration = DURATION.short) =>
    show(SUCCESS, t('common.toast.success'), messages, duration),
  /** For own texts. Errors of calls go to `toastError`. */
  error: (messages?: Messages, duration: Duration = DURATION.long) =>
    show(FAILURE, t('common.toast.error'), messages, duration),
  info: (messages: Messages, duration: Duration = DURATION.medium) =>
    show(INFO, t('common.toast.info'), messages, duration),
  /** A toast with a title of its own, such as a notification that arrives live. Returns a function that hides it. */
  titled: (title: string, message: string, duration: Duration | false = DURATION.long) =>
    notifications.show({ title, message, ...shared(INFO, duration) }),
  /** A fact with a button for an action on it; stays until it is closed. Returns a function that hides it. */
  offer: (fact: string, label: string, act: () => void) =>
    showWithAct(t('common.toast.info'), fact, label, act, INFO, false),
  hide: (id: string) => notifications.hide(id),
}

/** Shows the server's messages of an error, unless the error is already shown elsewhere. */
export function toastError(error: unknown) {
  if (isShown(error)) return
  if (error instanceof Error) markShown(error)
  toast.error(error instanceof ApiError ? error.messages : undefined)
}
