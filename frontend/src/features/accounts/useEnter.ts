import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { takePathAfterLogin } from '~/lib/afterLogin'
import { homeOf } from '~/lib/paths'
import type { User } from './queries'

/** Returns the path of the first page after the login, unless another page asked for it. */
export type LandingOf = (client: QueryClient, role: User['role']) => Promise<string>

/** Leads a user who has just logged in to the page they asked for, or to their landing page. */
export function useEnter(landingOf: LandingOf) {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  return async ({ role }: User) => {
    history.push(takePathAfterLogin() ?? (await landingOf(queryClient, role).catch(() => homeOf(role))))
  }
}
