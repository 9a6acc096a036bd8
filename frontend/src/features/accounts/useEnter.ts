import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { takePathAfterLogin } from '~/lib/afterLogin'
import { homeOf } from '~/lib/paths'
import type { User } from './queries'

/** Returns the path to which somebody is led after the login, unless another page asked for it. */
export type LandingOf = (client: QueryClient, role: User['role']) => Promise<string>

/** Leads who has just been logged in to where they wanted to go, and out of what asked for the login. */
export function useEnter(landingOf: LandingOf) {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return async ({ role }: User) => {
    history.push(takePathAfterLogin() ?? (await landingOf(queryClient, role).catch(() => homeOf(role))))
  }
}
