import type { AnyRouter } from '@tanstack/react-router'
import { toast } from '~/components/toast'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { t } from '~/lib/language'
import { isOutsideOfSession } from '~/lib/paths'
import { onOtherAccount, onSessionChange, onSessionLost, session } from '~/lib/session'
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
    if (!isTyped) {
      show()
      return sayUntilLogin()
    }
    // Dialogs are no part of the first page. A page that cannot load them any more leads to the login at once.
    import('~/components/confirm')
      .then(({ confirm }) =>
        confirm({
          title: t('shell.sessionEnded.title'),
          message: t('shell.sessionEnded.message'),
          confirm: t('shell.sessionEnded.logIn'),
          cancel: null,
        }),
      )
      .then(show, show)
  })
}

/** Stays, because a session mostly ends while its user is elsewhere. */
function sayUntilLogin() {
  if (session().loggedIn) return
  const line = toast.titled(t('shell.sessionEnded.title'), t('shell.sessionEnded.comeBack'), false)
  const stop = onSessionChange(() => {
    if (!session().loggedIn) return
    stop()
    toast.hide(line)
  })
}
