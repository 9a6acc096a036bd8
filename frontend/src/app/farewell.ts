import type { AnyRouter } from '@tanstack/react-router'
import { goOnAfterLogin } from '~/lib/afterLogin'
import { t } from '~/lib/language'
import { onOtherAccount, onSessionLost, session } from '~/lib/session'
import { leaveBehind } from '~/lib/typed'

/**
 * A session that ended by time or from elsewhere leads to the login at once, unless something was typed: then the page says
 * so first, and the login leads back to it. For another account, which another tab has logged in, the page begins anew.
 */
export function sayFarewells(router: AnyRouter) {
  onOtherAccount(() => {
    leaveBehind('program')
    location.reload()
  })
  onSessionLost((show) => {
    const account = session().profile?.id
    if (!leaveBehind('session') || !account) return show()
    goOnAfterLogin(router.state.location.href, account)
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
