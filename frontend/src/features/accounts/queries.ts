import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '~/api/schema'
import { answer, api, call } from '~/lib/api'
import { ApiError } from '~/lib/apiError'
import { startSession, updateSession } from '~/lib/session'

type Schemas = components['schemas']

/** The account as the server knows it now; also refreshes what sidebar and local storage show of it. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(api.GET('/users/me', { signal }))
    updateSession(me)
    return me
  },
})

/** Where the account is logged in. */
export const devicesQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => call(api.GET('/users/me/sessions', { signal })),
})

/** Whether a login takes a second step. */
export const secondFactorQuery = queryOptions({
  queryKey: ['me', 'second-factor'],
  queryFn: ({ signal }) => call(api.GET('/users/me/second-factor', { signal })),
})

/** The code that lets the account's owner in wherever they are registered. */
export const memberCodeQuery = queryOptions({
  queryKey: ['me', 'qr-code'],
  queryFn: async ({ signal }) => {
    const { data, error, response } = await api.GET('/users/me/qr-code', { parseAs: 'blob', signal })
    if (data) return data
    throw new ApiError(response.status, error)
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** A link from a mail is asked about once and never again by itself. */
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

/** Redeems the link of the verification mail. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['verify-email', token],
    queryFn: () =>
      call(api.POST('/auth/verify-email/{token}', { params: { path: { token } } })).then(() => true),
    ...ONCE,
  })

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

export type User = Schemas['LoginUser']

/** Opens the session, or names the challenge that a code has to be sent with. */
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

/** An answer without data is a failure too, and says nothing of its own. */
function open(result: Partial<Schemas['LoginResult']> | null, remember: boolean): User {
  if (!result?.user || !result.token || !result.refreshToken) throw new ApiError(200, {})
  startSession({ user: result.user, token: result.token, refreshToken: result.refreshToken }, remember)
  return result.user
}

export function useProfileUpdate() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Schemas['UpdateProfile']) => call(api.PUT('/users/profile', { body })),
    onSuccess: () => queryClient.invalidateQueries(meQuery),
  })
}
