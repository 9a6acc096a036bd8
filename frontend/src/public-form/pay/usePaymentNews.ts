import { useEffect, useEffectEvent } from 'react'
import { ask, ownKeyHeader } from '../api'
import { useTranslation } from '../translation'

/** Milliseconds between two requests while the visitor probably pays: the page has to change within two seconds. */
const SOON = 1200
/** As long after the page came into view. */
const PATIENCE = 10 * 60_000
/** Milliseconds between two questions later. */
const LATER = 10_000

interface PaymentWait {
  eventId: string
  ownKey: string
  /** A transfer is due that the server may hear of. */
  isWaiting: boolean
  onPaid: () => void
}

/**
 * Asks whether the transfer has arrived, while the page is in view; the server answers from memory. Pages out of view
 * ask when they come back.
 */
export function usePaymentNews({ eventId, ownKey, isWaiting, onPaid }: PaymentWait) {
  const { language } = useTranslation()
  const paid = useEffectEvent(onPaid)
  useEffect(() => {
    if (!isWaiting || !ownKey) return
    const path = `/event/${encodeURIComponent(eventId)}/registration/paid`
    let timer: number | undefined
    let since = Date.now()
    let isOver = false
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      const answer = await ask<{ paid: boolean }>(path, { language, headers: ownKeyHeader(ownKey) })
      if (isOver) return
      if (answer.ok && answer.data.paid) {
        paid()
        return
      }
      const pause = Date.now() - since < PATIENCE ? SOON : LATER
      const wished = answer.ok ? 0 : (answer.refusal.retryAfter ?? LATER / 1000) * 1000
      clearTimeout(timer)
      timer = window.setTimeout(() => void look(), Math.max(pause, wished))
    }
    const returned = () => {
      clearTimeout(timer)
      since = Date.now()
      void look()
    }
    timer = window.setTimeout(() => void look(), SOON)
    document.addEventListener('visibilitychange', returned)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', returned)
    }
  }, [eventId, ownKey, isWaiting, language])
}
