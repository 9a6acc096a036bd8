import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { participantsKey } from '~/features/participants/queries'
import { TIMEOUT } from '~/lib/apiError'
import { useDoorSocket } from './doorSocket'

/** The least milliseconds between two refetches while many are checked in. */
const PACE = 1500

/** The earliest moment at which data can have been asked for that came at `at`. */
const askedAt = (at: number) => Math.max(at - TIMEOUT, performance.timeOrigin)

/**
 * Refetches counts and rows after check-ins; the socket only says that something changed.
 *
 * A page asks for its data before its socket is connected. It need not ask again, because no change is lost between: the
 * server tells of changes from the moment at which it lets the socket in, and with its first counters says how long ago
 * the last one before that was. Data that was asked for later has it. Each side measures times by its own clock; the way
 * of the message makes the change seem later than it was, never earlier.
 */
export function useLiveParticipants(eventId: string) {
  const queryClient = useQueryClient()
  const timer = useRef<number | undefined>(undefined)
  const joining = useRef<number | undefined>(undefined)
  const changedAt = useRef(0)
  /** Refetches soon what may have been asked for before this moment; everything without one. */
  const refresh = useCallback(
    (before = Number.POSITIVE_INFINITY) => {
      changedAt.current = Math.max(changedAt.current, before)
      timer.current ??= window.setTimeout(() => {
        const last = changedAt.current
        timer.current = undefined
        changedAt.current = 0
        void queryClient.invalidateQueries({
          queryKey: participantsKey(eventId),
          predicate: ({ state }) => askedAt(state.dataUpdatedAt) <= last,
        })
      }, PACE)
    },
    [queryClient, eventId],
  )
  useEffect(
    () => () => {
      for (const waiting of [timer, joining]) {
        clearTimeout(waiting.current)
        waiting.current = undefined
      }
      changedAt.current = 0
    },
    [],
  )
  const refreshAll = () => refresh()
  useDoorSocket({
    eventId,
    key: null,
    onArrival: refreshAll,
    onResync: refreshAll,
    onFirstConnect: () => {
      // Counters that do not come say nothing.
      joining.current = window.setTimeout(refresh, PACE)
    },
    onCounters: (_, quietFor) => {
      if (quietFor === undefined) return refresh()
      clearTimeout(joining.current)
      refresh(Date.now() - quietFor)
    },
  })
}
