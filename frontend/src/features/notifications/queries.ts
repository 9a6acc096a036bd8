import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { toast } from '~/components/toast'
import { answer, api, call } from '~/lib/api'
import { findSubscription } from '~/lib/push'
import { useSession } from '~/lib/session'
import { meQuery } from '../accounts/queries'

type Schemas = components['schemas']

export type Notification = Schemas['Notification']
export type NotificationType = Schemas['NotificationType']
export type Preference = Schemas['NotificationPreference']
export type Preferences = Schemas['NotificationPreferences']
type Change = Schemas['ChangeNotificationPreferences']

const LISTS = ['notifications', 'lists']
const PREFERENCES = ['notifications', 'preferences']

/** Refetches the lists and the unread count. */
export const refreshNotifications = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: LISTS }),
    client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
  ])

export const notificationsQuery = (unread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, { unread }],
    queryFn: ({ signal, pageParam }) =>
      call(
        api.GET('/notification', {
          params: { query: { unread: unread || undefined, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })

/** The number of unread notifications, which the frame keeps up to date with the account. */
export function useUnread(): number {
  const { loggedIn } = useSession()
  const { data } = useQuery({
    ...meQuery,
    enabled: loggedIn,
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ unreadCount }) => unreadCount,
  })
  return data ?? 0
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(api.PUT('/notification/{id}/read', { params: { path: { id } } })),
    onSettled: () => refreshNotifications(client),
  })
}

export function useMarkAllRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.PUT('/notification/read-all')),
    onSettled: () => refreshNotifications(client),
  })
}

export const preferencesQuery = queryOptions({
  queryKey: PREFERENCES,
  queryFn: ({ signal }) => call(api.GET('/notification/preference', { signal })),
})

/** Whether this browser shows notifications while no page is open. */
export const pushQuery = queryOptions({
  queryKey: ['notifications', 'push'],
  queryFn: async () => (await findSubscription()) !== null,
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Saves a change of the preferences, which show it at once and go back when it fails. `factOf` describes the change,
 * for a toast that can undo it.
 */
export function useChangePreferences(factOf: (change: Change) => string) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (body: Change) => answer(api.PUT('/notification/preference', { body })),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: PREFERENCES })
      const before = client.getQueryData(preferencesQuery.queryKey)
      client.setQueryData(preferencesQuery.queryKey, before && changed(before, change))
      return before && inverse(before, change)
    },
    onSuccess: ({ data }, made, undoing) => {
      // While another change is on its way, this answer does not know of it.
      if (client.isMutating() === 1) client.setQueryData(preferencesQuery.queryKey, data)
      toast.done(factOf(made), undoing && (() => change.mutate(undoing)))
    },
    onSettled: (_data, error) => error && client.invalidateQueries({ queryKey: PREFERENCES }),
  })
  return change
}

/** Returns the change that undoes a change. */
const inverse = (before: Preferences, { items, digest, groups }: Change): Change => ({
  ...(items && { items: before.items.filter(({ type }) => items.some((item) => item.type === type)) }),
  ...(digest && { digest: before.digest }),
  ...(groups && {
    groups: groups.map(({ id }) => ({ id, isMuted: before.mutedGroups.includes(id) })),
  }),
})

function changed(before: Preferences, { items = [], digest, groups = [] }: Change): Preferences {
  const unchanged = before.mutedGroups.filter((muted) => groups.every(({ id }) => id !== muted))
  const muted = groups.filter(({ isMuted }) => isMuted)
  return {
    mutedGroups: [...unchanged, ...muted.map(({ id }) => id)],
    digest: digest ?? before.digest,
    items: before.items.map((item) => {
      const given = items.find(({ type }) => type === item.type)
      if (!given) return item
      return {
        ...item,
        inApp: given.inApp ?? item.inApp,
        browser: given.browser ?? item.browser,
        email: given.email ?? item.email,
      }
    }),
  }
}

/** Stops the mails that carried this key; needs no login. */
export const useStopMails = (token: string) =>
  useMutation({
    mutationFn: () =>
      answer(api.POST('/notification/mail/unsubscribe/{token}', { params: { path: { token } } })),
  })
