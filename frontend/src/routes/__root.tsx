import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { guard, LOGIN } from '~/lib/paths'
import { session } from '~/lib/session'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: ({ location }) => {
    if (guard(location.pathname, session().loggedIn) === 'login') throw redirect({ to: LOGIN })
  },
})
