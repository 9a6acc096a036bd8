import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, redirect } from '@tanstack/react-router'
import { loadTexts } from '~/lib/language'
import { homeOf, isFormPath, LOGIN } from '~/lib/paths'
import { needsLogin, screenOf, screenTexts } from '~/lib/screens'
import { session } from '~/lib/session'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ location, matches }) => {
    const screen = screenOf(matches)
    const { loggedIn, profile } = session()
    if (loggedIn && screen.access === 'loggedOut') throw redirect({ to: homeOf(profile?.role) })
    if (!loggedIn && needsLogin(screen) && !isFormPath(location.pathname)) throw redirect({ to: LOGIN })
    // Screens that need a login lead to the guides.
    const texts = screenTexts(matches)
    await loadTexts(needsLogin(screen) ? [...(texts ?? []), 'guides'] : texts)
  },
})
