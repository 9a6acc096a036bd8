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

export interface Credentials {
  email: string
  password: string
  remember: boolean
}

/** Opens the session. An answer without data is a failure too, and says nothing of its own (specification §8). */
export async function logIn({ email, password, remember }: Credentials) {
  const { data } = await answer(api.POST('/auth/login', { body: { email, password, remember } }))
  const result: Partial<Schemas['LoginResult']> | null = data
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
