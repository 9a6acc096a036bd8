import { toast } from '~/components/toast'
import type { LiveNotification } from '~/lib/realtime'

/** Shows what arrived live: by the browser when the user allowed it, otherwise as a toast. */
export function notify({ title, content }: LiveNotification, open: () => void) {
  if (!('Notification' in window) || Notification.permission !== 'granted') {
    toast.titled(title, content)
    return
  }
  try {
    const notification = new Notification(title, { body: content, icon: '/favicon.svg' })
    notification.onclick = () => {
      window.focus()
      notification.close()
      open()
    }
  } catch {
    // Phones know only notifications of a service worker and throw here.
    toast.titled(title, content)
  }
}
