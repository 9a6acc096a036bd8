import { removeAllDrafts } from './accountDrafts'
import { api } from './api'
import { carryOutDeferred, isDeferring } from './deferral'
import { endSession, session } from './session'
import { refreshToken } from './tokens'
import { forgetTyped } from './typed'

/**
 * Ends the session on this device and tells the server without waiting for its answer: at once, unless something still
 * waits to be carried out, which needs the session.
 */
export async function logOut() {
  if (isDeferring()) await carryOutDeferred()
  const token = refreshToken()
  const account = session().profile?.id
  endSession({ isChosen: true })
  removeAllDrafts()
  if (account) forgetTyped(account)
  void api.POST('/auth/logout', { body: { refreshToken: token }, keepalive: true }).catch(() => undefined)
}
