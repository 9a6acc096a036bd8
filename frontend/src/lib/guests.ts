import { redirect } from '@tanstack/react-router'
import { homeOf } from './paths'
import { session } from './session'

/** For login and sign-up: who is logged in already has nothing to do there. */
export function toHomeWhenLoggedIn() {
  const { loggedIn, profile } = session()
  if (loggedIn) throw redirect({ to: homeOf(profile?.role) })
}
