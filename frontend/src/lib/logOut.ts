import { removeAllDrafts } from './accountDrafts'
import { api } from './api'
import { endSession } from './session'
import { refreshToken } from './tokens'

/** Ends the session on this device at once and tells the server without waiting for its answer. */
export function logOut() {
  const token = refreshToken()
  endSession()
  removeAllDrafts()
  void api.POST('/auth/logout', { body: { refreshToken: token }, keepalive: true }).catch(() => undefined)
}
