import { useCallback, useEffect, useState } from 'react'
import { type Answer, ask, ownKeyHeader } from '../api'
import type { OwnRefund, RefundAccountBody } from '../contract'
import { useTranslation } from '../translation'

/** The refund of the visitor with this key; null while it is loading. */
export function useOwnRefund(eventId: string, ownKey: string) {
  const { language } = useTranslation()
  const [answer, setAnswer] = useState<Answer<OwnRefund> | null>(null)
  const call = useCallback(
    (body?: RefundAccountBody) =>
      ask<OwnRefund>(`/event/${encodeURIComponent(eventId)}/registration/refund`, {
        language,
        method: body ? 'PUT' : 'GET',
        body,
        headers: ownKeyHeader(ownKey),
      }),
    [eventId, language, ownKey],
  )
  const reload = useCallback(async () => setAnswer(await call()), [call])
  useEffect(() => void reload(), [reload])
  const name = async (body: RefundAccountBody) => {
    const named = await call(body)
    if (named.ok) setAnswer(named)
    return named
  }
  return { answer, calls: { name, reload } }
}

export type OwnRefundCalls = ReturnType<typeof useOwnRefund>['calls']
