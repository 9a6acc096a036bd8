import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { answer, api, type Change, call } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { session, startSession, updateSession } from '~/lib/session'
import { rememberSignUp, signedUpAs } from './signedUp'

type Schemas = components['schemas']

/** Loads the account, and updates its copy in the session, which the sidebar shows. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(api.GET('/users/me', { signal }))
    updateSession(me)
    return me
  },
})

export const devicesQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call(api.GET('/users/me/sessions', { signal })),
})

export const secondFactorQuery = queryOptions({
  queryKey: ['me', 'second-factor'],
  queryFn: ({ signal }) => call(api.GET('/users/me/second-factor', { signal })),
})

export const apiKeysQuery = queryOptions({
  queryKey: ['me', 'api-keys'],
  queryFn: ({ signal }) => call(api.GET('/users/me/api-keys', { signal })),
})

/** The events that a key can be made for; administrators see those of others, too. */
export const keyedEventsQuery = (me: string | undefined) =>
  queryOptions({
    queryKey: ['me', 'api-keys', 'events', me],
    queryFn: ({ signal }) => call(api.GET('/event', { signal })),
    select: ({ items }) => items.filter(({ ownerId }) => ownerId === me),
  })

/** The QR code with which the account's owner can be checked in at any event they registered for. */
export const memberCodeQuery = queryOptions({
  queryKey: ['me', 'qr-code'],
  queryFn: async ({ signal }) => {
    const { data, error, response } = await api.GET('/users/me/qr-code', { parseAs: 'blob', signal })
    if (data) return data
    throw new ApiError(response.status, error)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** A link from a mail is checked once and never refetched. */
const ONCE = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** Whether the link to a new password still works. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-password', token],
    queryFn: () => call(api.POST('/auth/reset-password/check', { body: { token } })),
    ...ONCE,
  })

/**
 * Redeems the link of the verification mail, which logs a user in who signed up in this browser. `enter` leads them on.
 */
export const verificationQuery = (token: string, enter: (user: User) => Promise<void>) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: async () => {
      const logInAs = session().loggedIn ? null : signedUpAs()
      const { login } = await call(
        api.POST('/auth/verify-email/{token}', { params: { path: { token } }, body: { logInAs } }),
      )
      if (!login) return true
      rememberSignUp(null)
      await enter(open(login, true))
      return true
    },
    ...ONCE,
  })

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

export type User = Schemas['LoginUser']

/** Opens the session, or returns the challenge that the second factor's code has to be sent with. */
export async function logIn({
  email,
  password,
  remember,
}: Credentials): Promise<User | { challenge: string }> {
  const { data } = await answer(api.POST('/auth/login', { body: { email, password, remember } }))
  if (data && 'challenge' in data) return { challenge: data.challenge }
  return open(data, remember)
}

/** The second step, with a code of the app or a recovery code. */
export async function logInWithCode({ remember, ...body }: Schemas['LoginCode'] & { remember: boolean }) {
  const { data } = await answer(api.POST('/auth/login/second-factor', { body }))
  return open(data, remember)
}

/** An answer without data is a failure without messages. */
function open(result: Partial<Schemas['LoginResult']> | null, remember: boolean): User {
  if (!result?.user || !result.token || !result.refreshToken) throw new ApiError(200, {})
  startSession({ user: result.user, token: result.token, refreshToken: result.refreshToken }, remember)
  return result.user
}

export function useProfileUpdate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Change<Schemas['UpdateProfile']>) => call(api.PUT('/users/profile', { body })),
    // Not awaited, so that a form knows the version that it has stored before it is read anew.
    onSuccess: () => void queryClient.invalidateQueries(meQuery),
  })
}
