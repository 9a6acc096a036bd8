import { io, type Socket } from 'socket.io-client'
import { freshToken, renewAfter } from './api'
import { TIMEOUT } from './apiError'
import { language } from './language'

const OPTIONS = {
  path: '/socket.io',
  // One request opens a WebSocket. Plain requests, of which a connection takes several, are for networks without it.
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: TIMEOUT,
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  reconnectionAttempts: Number.POSITIVE_INFINITY,
}

/** The client's own message when nothing answers an attempt. */
const TIMED_OUT = 'timeout'
const INVALID_ACCESS_TOKEN = 'INVALID_ACCESS_TOKEN'

/**
 * Opens a socket that keeps reconnecting until it is closed. The credentials are read again for every attempt, so that
 * a reconnect never sends an expired token. The caller closes it.
 */
export function openSocket(namespace: string, credentials: () => object | Promise<object>): Socket {
  const socket = io(namespace, { ...OPTIONS, auth: async (give) => give(await credentials()) })
  socket.on('connect', () => tellLanguage(socket))
  // A dismissal by the server ends the automatic attempts.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') socket.connect()
  })
  socket.on('connect_error', (error) => {
    // A network that neither passes a WebSocket on nor refuses it; the next attempt begins with plain requests.
    if (error.message === TIMED_OUT) socket.io.opts.transports = ['polling', 'websocket']
  })
  return socket
}

export const tellLanguage = (socket: Socket) => socket.emit('whoAmI', language())

/** Milliseconds after which a token that could not be renewed is tried again; doubled each time, up to the longest. */
const RENEWAL_PAUSE = 1000
const LONGEST_RENEWAL_PAUSE = 60_000

/**
 * A socket that offers the user's access token, with `handshake` beside it. A refused token is renewed once and the
 * connection tried again; after a pause when the renewal gets no answer.
 */
export function openUserSocket(namespace: string, handshake: object = {}): Socket {
  let offered: string | null = null
  let renewed = false
  let failures = 0
  let isClosed = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const socket = openSocket(namespace, async () => {
    // Without a token, because it cannot be renewed just now, the server refuses the attempt.
    offered = await freshToken().catch(() => null)
    return { ...handshake, token: offered }
  })
  socket.on('connect', () => {
    renewed = false
    failures = 0
  })
  socket.on('connect_error', async (error) => {
    if (error.message !== INVALID_ACCESS_TOKEN || renewed) return
    renewed = true
    try {
      if ((await renewAfter(offered)) && !isClosed) socket.connect()
    } catch {
      if (isClosed) return
      renewed = false
      waiting = setTimeout(
        () => socket.connect(),
        Math.min(RENEWAL_PAUSE * 2 ** failures, LONGEST_RENEWAL_PAUSE),
      )
      failures += 1
    }
  })
  const close = socket.close.bind(socket)
  socket.close = () => {
    isClosed = true
    clearTimeout(waiting)
    return close()
  }
  return socket
}
