import { useEffect, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import type { components } from '~/api/schema'
import { loadRealtime } from '~/lib/loadRealtime'

/** A check-in at any device of the event. */
export type Arrival = components['schemas']['DoorPerson'] & { checkedInTime: string }

export interface Counters {
  checkedIn: number
  total: number
}

interface DoorSocketOptions {
  eventId: string
  /** The key of a paired device; without it the login counts, and without that only the counters come. */
  key: string | null
  onArrival?: (arrival: Arrival) => void
  /** `quietFor` comes with the first ones of a connection: milliseconds since the last change of the event. */
  onCounters: (counters: Counters, quietFor?: number) => void
  /**
   * Called after each connection, after a disconnect by the server and after a change of the settings: everything must
   * be refetched.
   */
  onResync: () => void
  /** Called in place of `onResync` after the first connection. */
  onFirstConnect?: () => void
  /** The key was revoked, or is one of another event. */
  onKeyRefused?: () => void
}

/** `connecting` only before the first connection, and only as long as that usually takes. */
export type Link = 'connecting' | 'live' | 'lost'

/** Milliseconds after which a first connection that has not come is called lost. */
const PATIENCE = 5_000

const REFUSED = 'INSUFFICIENT_PERMISSION'

/**
 * Receives an event's check-ins by socket. They are hints; the lists hold the state. Returns the state of the connection.
 */
export function useDoorSocket(options: DoorSocketOptions): Link {
  const { eventId, key } = options
  const [link, setLink] = useState<Link>('connecting')
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    let isOver = false
    let close = () => {}
    const patience = setTimeout(() => setLink((now) => (now === 'connecting' ? 'lost' : now)), PATIENCE)
    const begin = (socket: Socket) => {
      close = () => void socket.close()
      let wasConnected = false
      socket.on('connect', () => {
        setLink('live')
        const { onResync, onFirstConnect = onResync } = latest.current
        if (wasConnected) onResync()
        else onFirstConnect()
        wasConnected = true
      })
      socket.on('disconnect', () => {
        setLink('lost')
        latest.current.onResync()
      })
      socket.on('connect_error', (error) => {
        setLink('lost')
        if (key && error.message === REFUSED) latest.current.onKeyRefused?.()
      })
      socket.on('checkedIn', (arrival: Arrival) => latest.current.onArrival?.(arrival))
      socket.on('counters', ({ quietFor, ...counters }: Counters & { quietFor?: number }) =>
        latest.current.onCounters(counters, quietFor),
      )
      socket.on('screenChanged', () => latest.current.onResync())
    }
    void loadRealtime().then(({ openSocket, openUserSocket }) => {
      if (isOver) return
      begin(key ? openSocket('/checkin', () => ({ eventId, key })) : openUserSocket('/checkin', { eventId }))
    })
    return () => {
      isOver = true
      clearTimeout(patience)
      close()
    }
  }, [eventId, key])
  return link
}
