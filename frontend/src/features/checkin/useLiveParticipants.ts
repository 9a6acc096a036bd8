import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { participantsKey } from '~/features/participants/queries'
import { useDoorSocket } from './doorSocket'

/** Milliseconds at least between two refreshes while a queue walks in. */
const PACE = 1500

/** Counts and rows follow what happens at the doors: the socket only says that something did. */
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
