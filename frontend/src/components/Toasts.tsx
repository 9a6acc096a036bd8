import {
  type NotificationData,
  Notifications,
  type NotificationsProps,
  notifications,
  useNotifications,
} from '@mantine/notifications'
import { useEffect, useSyncExternalStore } from 'react'
import { DURATION } from './toast'

/** The stages on the screen. */
let stages = 0
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function count(change: 1 | -1) {
  stages += change
  for (const tell of listeners) tell()
}

/** The corner where toasts appear. There is none while a stage is shown, which tells them in its `StageNotes`. */
export function Toasts(props: NotificationsProps) {
  const isStage = useSyncExternalStore(subscribe, () => stages > 0)
  return isStage ? null : <Notifications {...props} />
}

/** Shows messages that are toasts elsewhere, as plain lines among the controls of a stage. */
export function StageNotes({ className }: { className?: string }) {
  const { notifications: notes } = useNotifications()
  useEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
  return notes.map((note) => <Note key={note.id} note={note} className={className} />)
}

interface NoteProps {
  note: NotificationData
  className: string | undefined
}

/** A message inside the stage, which hides itself after the time that the toast would stay. */
function Note({ note: { id, message, role, color, autoClose }, className }: NoteProps) {
  useEffect(() => {
    const duration = typeof autoClose === 'number' ? autoClose : DURATION.long
    const timer = setTimeout(() => id && notifications.hide(id), duration)
    return () => clearTimeout(timer)
  }, [id, autoClose])
  return (
    // A message may have a button beside its words, for which a paragraph has no place.
    <div role={role} className={className} data-failure={color === 'red' || undefined}>
      {message}
    </div>
  )
}
