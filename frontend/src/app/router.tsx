import type { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { onSessionChange, session } from '~/lib/session'
import { routeTree } from '~/routeTree.gen'
import { CrashPage } from './CrashPage'
import { sayFarewells } from './farewell'
import { NotFoundPage } from './NoScreen'
import { Shell } from './Shell'

export function createAppRouter(queryClient: QueryClient, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    history,
    context: { queryClient },
    InnerWrap: Shell,
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: CrashPage,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })
  sayFarewells(router)
  let loggedIn = session().loggedIn
  // After a login or logout, here or in another tab, nothing of the last user may stay, and the guard has to run again.
  const stop = onSessionChange(() => {
    if (loggedIn === session().loggedIn) return
    loggedIn = session().loggedIn
    void router.invalidate().then(() => {
      // Cleared after the screens are unmounted, because mounted screens would refetch everything.
      if (!session().loggedIn) queryClient.clear()
    })
  })
  return { router, stop }
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>['router']
  }
}
