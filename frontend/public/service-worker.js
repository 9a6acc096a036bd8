// Shows notifications while no page of the application is open, and opens where they lead. It handles no requests.

self.addEventListener('install', () => self.skipWaiting())
// Only a page of this worker can be led to another address.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// One after the other, or two that arrive together would not see each other.
let last = Promise.resolve()

self.addEventListener('push', (event) => {
  const message = event.data.json()
  last = last.catch(() => undefined).then(() => show(message))
  event.waitUntil(last)
})

/** Shows a notification; if others are still shown, replaces them by the newest and the number of the rest. */
async function show({ id, title, content, link }) {
  const shown = await self.registration.getNotifications()
  const others = shown.filter(({ tag }) => tag !== id)
  const ids = [...new Set([...others.flatMap(({ data }) => data.ids), id])]
  const more = ids.length - 1
  const options = { body: content, icon: '/favicon.svg' }
  if (more === 0) {
    await self.registration.showNotification(title, { ...options, tag: id, data: { link, ids } })
    return
  }
  const data = { link: '/notifications', ids }
  await self.registration.showNotification(`${title} (+${more})`, {
    ...options,
    tag: 'several',
    renotify: true,
    data,
  })
  for (const one of shown) if (one.tag !== 'several') one.close()
}

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
