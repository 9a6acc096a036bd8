import { dropAllDrafts } from './accountDrafts'
import { api } from './api'
import { endSession } from './session'
import { refreshToken } from './tokens'

/** Ends the session here at once; the server is told as well, but nobody waits for it or for a connection. */
export function logOut() {
  const token = refreshToken()
  endSession()
  dropAllDrafts()
  void api.POST('/auth/logout', { body: { refreshToken: token }, keepalive: true }).catch(() => undefined)
}
