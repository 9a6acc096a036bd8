import { DURATION, toast } from '~/components/toast'
import { t } from '~/lib/language'
import type { LiveNotification } from '~/lib/liveNotifications'
import { formatNumber } from '~/lib/numbers'

/** Milliseconds within which notifications are shown as one. */
const TOGETHER = DURATION.long

let shown = { at: 0, count: 0, hide: () => {} }

/**
 * Shows a live notification: by the browser when the user allowed it, otherwise as a toast. One that arrives while
 * another is still new replaces it and says how many there are. Several tabs, and the service worker, replace one
 * another's notification, because it has the same tag.
 */
export function notify({ id, title, content }: LiveNotification, open: () => void) {
  const now = Date.now()
  const count = now - shown.at < TOGETHER ? shown.count + 1 : 1
  if (count > 1) shown.hide()
  const isOne = count === 1
  const heading = isOne ? title : t('shell.news', { count, number: formatNumber(count) })
  const hide = show(heading, content, isOne ? id : 'several', open)
  shown = { at: now, count, hide }
}

/** Shows a notification of the browser, or a toast where it is not allowed. Returns a function that hides it. */
function show(title: string, content: string, tag: string, open: () => void): () => void {
  if ('Notification' in window && Notification.permission === 'granted') {
    try {
      const notification = new Notification(title, { body: content, icon: '/favicon.svg', tag })
      notification.onclick = () => {
        window.focus()
        notification.close()
        open()
      }
      return () => notification.close()
    } catch {
      // Phones know only notifications of a service worker and throw here.
    }
  }
  const toastId = toast.titled(title, content)
  return () => toast.hide(toastId)
}
