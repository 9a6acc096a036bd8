import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '~/components/toast'
import { answer, api, call } from '~/lib/api'
import { ApiError, shows } from '~/lib/apiError'
import { t } from '~/lib/language'
import { canPush, findSubscription, subscribe } from '~/lib/push'
import { onSessionChange, session } from '~/lib/session'
import { pushQuery } from './queries'

function handOver(subscription: PushSubscription) {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const body = { endpoint: subscription.endpoint, keys: { p256dh, auth } }
  return answer(api.POST('/notification/push-subscription', { body }))
}

async function turnOn() {
  const { publicKey } = await call(api.GET('/notification/push-key'))
  const subscription = await subscribe(publicKey)
  try {
    return await handOver(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
}

async function turnOff() {
  const subscription = await findSubscription()
  const endpoint = subscription?.endpoint ?? ''
  await subscription?.unsubscribe()
  return answer(api.DELETE('/notification/push-subscription', { body: { endpoint } }))
}

/** Turns notifications without an open page on or off for this browser. */
export function useChangePush() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onSuccess: (_, isOn) => toast.done(t(`notifications.done.${isOn ? 'pushOn' : 'pushOff'}`)),
    // Other errors come from the browser, which cannot reach its push service or may not.
    onError: shows((error) => {
      if (error instanceof ApiError) toastError(error)
      else toast.error(t('notifications.push.failed'))
    }),
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  })
}

/**
 * Hands the browser's subscription over again at every start and login, because it ends with the login on the server, and
 * gives it up on logout, so that who logs in next is asked anew.
 */
export function followSession() {
  if (!canPush()) return
  let wasLoggedIn = false
  const follow = () => {
    const { loggedIn } = session()
    if (loggedIn === wasLoggedIn) return
    wasLoggedIn = loggedIn
    const hold = async () => {
      const subscription = await findSubscription()
      if (subscription) await (loggedIn ? handOver(subscription) : subscription.unsubscribe())
    }
    void hold().catch(() => undefined) // without a connection it stays as it was
  }
  follow()
  onSessionChange(follow)
}
