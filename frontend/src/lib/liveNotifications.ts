import i18next from 'i18next'
import { useEffect } from 'react'
import type { components } from '~/api/schema'
import { loadRealtime } from './loadRealtime'
import { useSession } from './session'

/** A notification of the server. */
export interface LiveNotification {
  id: string
  type: components['schemas']['NotificationType']
  title: string
  content: string
  /** The path of the page that it is about. */
  link: string
  /** Whether the user wants the browser to show it; otherwise the list alone has changed. */
  browser: boolean
}

interface LiveHandlers {
  onNotification: (notification: LiveNotification) => void
  /** Notifications that were missed while there was no connection are not sent again. */
  onReconnect: () => void
}

/** Opens the user's socket. Returns a function that closes it. */
async function open({ onNotification, onReconnect }: LiveHandlers) {
  const { openUserSocket, tellLanguage } = await loadRealtime()
  const socket = openUserSocket('/notification')
  let wasConnected = false
  socket.on('connect', () => {
    if (wasConnected) onReconnect()
    wasConnected = true
  })
  socket.on('notification', onNotification)
  const onLanguage = () => socket.connected && tellLanguage(socket)
  i18next.on('languageChanged', onLanguage)
  return () => {
    i18next.off('languageChanged', onLanguage)
    socket.close()
  }
}

/** The socket of the user who is logged in: open while the session lasts. The handlers must stay the same functions. */
export function useLiveNotifications({ onNotification, onReconnect }: LiveHandlers) {
  const { loggedIn, profile } = useSession()
  const user = profile?.id
  useEffect(() => {
    if (!loggedIn || !user) return
    let isOver = false
    let close = () => {}
    void open({ onNotification, onReconnect }).then((opened) => {
      if (isOver) opened()
      else close = opened
    })
    return () => {
      isOver = true
      close()
    }
  }, [loggedIn, user, onNotification, onReconnect])
}
