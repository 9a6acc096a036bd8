import i18next from 'i18next'
import { useEffect } from 'react'
import { io, type Socket } from 'socket.io-client'
import { freshToken, refreshOnce, TIMEOUT } from './api'
import { language } from './language'
import { useSession } from './session'

/** What the server sends when something concerns the user (specification §7). */
export interface LiveNotification {
  title: string
  content: string
}

const OPTIONS = {
  path: '/socket.io',
  timeout: TIMEOUT,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
}

const INVALID_ACCESS_TOKEN = 'INVALID_ACCESS_TOKEN'

/**
 * Opens a socket that keeps reconnecting until it is closed. What it offers is read anew for every attempt, so that a
 * reconnect never shows a token that ran out. Whoever opens it closes it.
 */
export function openSocket(namespace: string, credentials: () => object | Promise<object>): Socket {
  const socket = io(namespace, { ...OPTIONS, auth: async (give) => give(await credentials()) })
  socket.on('connect', () => tellLanguage(socket))
  return socket
}

/** What a logged-in user offers; nothing when the token cannot be renewed just now, which the server then refuses. */
export const bearer = async () => ({ token: await freshToken().catch(() => null) })

const tellLanguage = (socket: Socket) => socket.emit('whoAmI', language())

/** A refusal or a dismissal by the server ends the automatic attempts; a fresh token is worth one more. */
export function renewToken(socket: Socket) {
  let renewed = false
  socket.on('connect', () => {
    renewed = false
  })
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  socket.on('connect_error', async (error) => {
    if (error.message !== INVALID_ACCESS_TOKEN || renewed) return
    renewed = true
    if (await refreshOnce().catch(() => false)) socket.connect()
  })
}

/** The live connection of whoever is logged in: open while the session lasts, closed with it. */
export function useRealtime(onNotification: (notification: LiveNotification) => void) {
  const { loggedIn, profile } = useSession()
  const user = profile?.id
  useEffect(() => {
    if (!loggedIn || !user) return
    const socket = openSocket('/notification', bearer)
    renewToken(socket)
    socket.on('notification', onNotification)
    const onLanguage = () => socket.connected && tellLanguage(socket)
    i18next.on('languageChanged', onLanguage)
    return () => {
      i18next.off('languageChanged', onLanguage)
      socket.close()
    }
  }, [loggedIn, user, onNotification])
}
