import { Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { ApiError, isShown, markShown } from '~/lib/apiError'
import { t } from '~/lib/language'
import { hideNote, type Note, showNote } from './notes'

/** Milliseconds a toast may stay. The pointer on it or the focus in it makes it wait. */
export const DURATION = { blink: 250, short: 1000, medium: 3000, long: 5000, longest: 10_000 } as const

type Duration = (typeof DURATION)[keyof typeof DURATION]

/** Milliseconds that a reader takes for a letter, and the longest time that a text alone keeps a toast. */
const LETTER = 60
const LONGEST_TEXT = 8000

/** The time in which a text can be read, at least `least`. */
const readingTime = (text: string, least: Duration) =>
  Math.max(least, Math.min(text.length * LETTER, LONGEST_TEXT))

type Look = Pick<Note, 'color' | 'icon' | 'role'>

const SUCCESS: Look = { color: 'jade', icon: <IconCheck size={18} />, role: 'status' }
const FAILURE: Look = { color: 'red', icon: <IconAlertTriangle size={18} />, role: 'alert' }
const INFO: Look = { color: 'blue', icon: <IconInfoCircle size={18} />, role: 'status' }

type Messages = string | readonly string[] | undefined

/** One toast per message, which stays until it can be read; without messages, one with the title only. */
function show(look: Look, title: string, messages: Messages, times: { alone: Duration; least: Duration }) {
  const texts = (typeof messages === 'string' ? [messages] : (messages ?? [])).filter(Boolean)
  if (texts.length === 0) showNote({ ...look, stays: times.alone, message: title })
  for (const message of texts) {
    showNote({ ...look, stays: readingTime(message, times.least), title, message, isFactFirst: true })
  }
}

/** A fact with a button for an action on it. Returns the toast's id. */
function showWithAct(
  title: string,
  fact: string,
  label: string,
  act: () => void,
  look: Look,
  stays: Duration | false,
) {
  const id = showNote({
    ...look,
    stays,
    title,
    isFactFirst: true,
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        {fact}
        <Button
          size="compact-sm"
          variant="light"
          flex="none"
          onClick={() => {
            hideNote(id)
            act()
          }}
        >
          {label}
        </Button>
      </Group>
    ),
  })
  return id
}

const showUndoable = (fact: string, undo: () => void) =>
  showWithAct(t('common.toast.success'), fact, t('common.undo'), undo, SUCCESS, DURATION.longest)

export const toast = {
  /** A finished action, its object and amount; `undo` is offered for ten seconds where the action can be undone. */
  done: (fact: string, undo?: () => void) => (undo ? void showUndoable(fact, undo) : toast.success(fact)),
  /** As `done`. Returns the toast's identifier, so that the next one of its kind can take its place. */
  undoable: showUndoable,
  /** `least` is the shortest time for messages; without one, the toast stays for the shortest time of all. */
  success: (messages?: Messages, least: Duration = DURATION.medium) =>
    show(SUCCESS, t('common.toast.success'), messages, { alone: DURATION.short, least }),
  /** For own texts. Errors of calls go to `toastError`. */
  error: (messages?: Messages, least: Duration = DURATION.long) =>
    show(FAILURE, t('common.toast.error'), messages, { alone: least, least }),
  info: (messages: Messages) =>
    show(INFO, t('common.toast.info'), messages, { alone: DURATION.medium, least: DURATION.medium }),
  /** A toast with a title of its own, such as a notification that arrives live. Returns its id. */
  titled: (title: string, message: string, stays: number | false = readingTime(message, DURATION.long)) =>
    showNote({ ...INFO, stays, title, message }),
  /** A fact with a button for an action on it; stays until it is closed. Returns its id. */
  offer: (fact: string, label: string, act: () => void) =>
    showWithAct(t('common.toast.info'), fact, label, act, INFO, false),
  hide: hideNote,
}

/** Shows the server's messages of an error, unless the error is already shown elsewhere. */
export function toastError(error: unknown) {
  if (isShown(error)) return
  if (error instanceof Error) markShown(error)
  toast.error(error instanceof ApiError ? error.messages : undefined)
}
