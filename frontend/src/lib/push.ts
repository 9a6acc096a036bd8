/** Whether this browser can show notifications while no page is open. */
export const canPush = () =>
  'Notification' in window && 'PushManager' in window && 'serviceWorker' in navigator

/** This browser's subscription at its push service; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (!canPush()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes anew: a subscription belongs to the key of the server with which it was made. */
export async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}
