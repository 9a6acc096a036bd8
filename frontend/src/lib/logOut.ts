import { removeAllDrafts } from './accountDrafts'
import { api } from './api'
import { carryOutDeferred, isDeferring } from './deferral'
import { endSession } from './session'
import { refreshToken } from './tokens'

/**
 * Ends the session on this device and tells the server without waiting for its answer: at once, unless something still
 * waits to be carried out, which needs the session.
 */
export async function logOut() {
  if (isDeferring()) await carryOutDeferred()
  const token = refreshToken()
  endSession()
  removeAllDrafts()
  void api.POST('/auth/logout', { body: { refreshToken: token }, keepalive: true }).catch(() => undefined)
}
