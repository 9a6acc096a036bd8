import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { t } from '~/lib/language'
import { onSessionChange, session } from '~/lib/session'

/** Where something was typed: resolves when the reader goes to the login. */
export const sayBeforeLogin = () =>
  confirm({
    title: t('shell.sessionEnded.title'),
    message: t('shell.sessionEnded.message'),
    confirm: t('shell.sessionEnded.logIn'),
    cancel: null,
  })

/** Stays until the login, because a session mostly ends while its user is elsewhere. */
export function sayUntilLogin() {
  if (session().loggedIn) return
  const line = toast.titled(t('shell.sessionEnded.title'), t('shell.sessionEnded.comeBack'), false)
  const stop = onSessionChange(() => {
    if (!session().loggedIn) return
    stop()
    toast.hide(line)
  })
}
