import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { participantsKey } from '~/features/participants/queries'
import { useDoorSocket } from './doorSocket'

/** The least milliseconds between two refetches while many are checked in. */
const PACE = 1500

/** Refetches counts and rows after check-ins; the socket only says that something changed. */
export function useLiveParticipants(eventId: string) {
  const queryClient = useQueryClient()
  const timer = useRef<number | undefined>(undefined)
  const refresh = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: participantsKey(eventId) })
    }, PACE)
  }, [queryClient, eventId])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  useDoorSocket({ eventId, key: null, onArrival: refresh, onCounters: refresh, onResync: refresh })
}
