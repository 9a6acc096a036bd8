import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useDoorSocket } from '~/features/checkin/doorSocket'
import { type Call, rollCallQuery } from './queries'

/** The least milliseconds between two refetches while many arrive. */
const PACE = 1000

/** Refetches the roll after a check-in or a registration; the socket only says that something changed. */
export function useLiveRollCall({ groupId, eventId }: Call) {
  const client = useQueryClient()
  const timer = useRef<number | undefined>(undefined)
  const refresh = useCallback(() => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined
      void client.invalidateQueries(rollCallQuery(groupId, eventId))
    }, PACE)
  }, [client, groupId, eventId])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  useDoorSocket({ eventId, key: null, onArrival: refresh, onCounters: refresh, onResync: refresh })
}
