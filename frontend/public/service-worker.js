// Shows notifications while no page of the application is open, and opens where they lead. It handles no requests.

self.addEventListener('install', () => self.skipWaiting())
// Only a page of this worker can be led to another address.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { id, title, content, link } = event.data.json()
  const shown = { body: content, icon: '/favicon.svg', tag: id, data: { link } }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const to = new URL(event.notification.data.link, self.location.origin)
  const page = to.origin === self.location.origin ? to.href : '/notifications'
  event.waitUntil(open(page))
})

/** Leads an open page there, or opens one. */
async function open(page) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const [first] = pages
  if (!first) return self.clients.openWindow(page)
  // The browser may refuse to bring the page to the front.
  await first.focus().catch(() => undefined)
  return first.navigate(page)
}
