import { toast } from '~/components/toast'
import type { LiveNotification } from '~/lib/realtime'

/**
 * Shows what arrived live: by the browser when the user allowed it, otherwise as a toast. Several tabs, and the service
 * worker, replace one another's notification, because it has the same tag.
 */
export function notify({ id, title, content }: LiveNotification, open: () => void) {
  if (!('Notification' in window) || Notification.permission !== 'granted') {
    toast.titled(title, content)
    return
  }
  try {
    const notification = new Notification(title, { body: content, icon: '/favicon.svg', tag: id })
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
