import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { refreshEvent } from '~/features/events/queries'
import { api, call } from '~/lib/api'
import { atStart, type BulkChange, carryOut, type Order, type Progress } from './bulk'

/** The state of an action: to be confirmed, running, or ended (`error` if a call failed). */
export type Phase = 'asking' | 'working' | 'ended'

/** Runs one action, which can be stopped and continued. */
export function useBulkOrder(eventId: string, order: Order) {
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<Phase>('asking')
  const [progress, setProgress] = useState<Progress>(() => atStart(order.ids))
  const [error, setError] = useState<unknown>(null)
  const stop = useRef<AbortController | null>(null)

  const start = async (choice: Pick<BulkChange, 'ticketId' | 'sendMail'>) => {
    const controller = new AbortController()
    stop.current = controller
    setError(null)
    setPhase('working')
    const path = { eventId }
    const send = (ids: string[]) =>
      call(
        api.POST('/event/{eventId}/attendances/bulk', {
          params: { path },
          body: { action: order.action, ids, ...choice },
        }),
      )
    try {
      await carryOut(progress, send, setProgress, controller.signal)
    } catch (reason) {
      setError(reason)
    } finally {
      setPhase('ended')
      void refreshEvent(queryClient, eventId)
    }
  }

  return { phase, progress, error, start, stop: () => stop.current?.abort() }
}
