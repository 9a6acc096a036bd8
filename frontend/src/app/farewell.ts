import type { AnyRouter } from '@tanstack/react-router'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { isOutsideOfSession } from '~/lib/paths'
import { onOtherAccount, onSessionLost, session } from '~/lib/session'
import { leaveBehind } from '~/lib/typed'

/**
 * A session that ended by time or from elsewhere leads to the login, which says so and leads back to the page. Where
 * something was typed, the page says so first, and stays until then. For another account, which another tab has logged
 * in, the page begins anew.
 */
export function sayFarewells(router: AnyRouter) {
  onOtherAccount(() => {
    leaveBehind('program')
    location.reload()
  })
  onSessionLost((show) => {
    const account = session().profile?.id
    const isTyped = leaveBehind('session')
    const { pathname, href } = router.state.location
    if (!account || isOutsideOfSession(pathname)) return show()
    goOnAfterLogin(href, account)
    // The words are no part of the first page. A page that cannot load them any more leads to the login at once.
    const words = import('./farewellWords')
    if (isTyped) {
      words.then(({ sayBeforeLogin }) => sayBeforeLogin()).then(show, show)
    } else {
      show()
      words.then(
        ({ sayUntilLogin }) => sayUntilLogin(),
        () => undefined,
      )
    }
  })
}
