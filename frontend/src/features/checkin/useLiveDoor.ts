import { useQueryClient } from '@tanstack/react-query'
import { type Arrival, type Link, useDoorSocket } from './doorSocket'
import { unpair } from './pairing'
import { screenQuery } from './queries'

interface LiveDoorOptions {
  eventId: string
  key: string | null
  onArrival?: (arrival: Arrival) => void
  onResync?: () => void
}

/** Keeps a screen's counters up to date and refetches everything after each connection. */
export function useLiveDoor({ eventId, key, onArrival, onResync }: LiveDoorOptions): Link {
  const queryClient = useQueryClient()
  const query = screenQuery(eventId)
  return useDoorSocket({
    eventId,
    key,
    onArrival,
    onCounters: (counters) =>
      queryClient.setQueryData(query.queryKey, (screen) => screen && { ...screen, ...counters }),
    onResync: () => {
      // This includes the rights of this device, whose key begins with this one.
      void queryClient.invalidateQueries(query)
      onResync?.()
    },
    // Queued scans stay; they are sent once the device is paired again.
    onKeyRefused: () => unpair(eventId),
  })
}
