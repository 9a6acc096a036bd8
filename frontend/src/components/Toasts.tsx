import {
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

/** The corner where toasts appear; there is none while a stage stands before a hall, which tells them as `StageNotes`. */
export function Toasts(props: NotificationsProps) {
  const isStage = useSyncExternalStore(subscribe, () => stages > 0)
  return isStage ? null : <Notifications {...props} />
}

/** What would be a toast elsewhere, as plain lines among the controls of a stage. */
export function StageNotes({ className }: { className?: string }) {
  const { notifications: notes } = useNotifications()
  useEffect(() => {
    count(1)
    return () => count(-1)
  }, [])
  useEffect(() => {
    const timers = notes.map(({ id, autoClose }) =>
      setTimeout(
        () => id && notifications.hide(id),
        typeof autoClose === 'number' ? autoClose : DURATION.long,
      ),
    )
    return () => timers.forEach(clearTimeout)
  }, [notes])
  return notes.map(({ id, message, role, color }) => (
    <p key={id} role={role} className={className} data-failure={color === 'red' || undefined}>
      {message}
    </p>
  ))
}
