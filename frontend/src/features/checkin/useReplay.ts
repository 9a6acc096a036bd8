import { useCallback, useEffect, useRef } from 'react'
import { replay, waitingAt } from './offlineScans'
import type { Door } from './scan'

/** Milliseconds between attempts to send queued scans, because a browser's "online" event is not reliable. */
const PACE = 15_000

/**
 * Sends queued scans when the screen opens, when the network is back, and periodically. Returns a function that tries
 * at once.
 */
export function useReplay(door: Door): () => void {
  const here = useRef(door)
  useEffect(() => {
    here.current = door
  })
  const send = useCallback(() => {
    if (waitingAt(here.current.eventId).scans.length > 0) void replay(here.current)
  }, [])
  useEffect(() => {
    send()
    const timer = setInterval(send, PACE)
    window.addEventListener('online', send)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [send])
  return send
}
