import { useEffect, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { ask, ownKeyHeader } from '../api'
import type { OwnRegistration } from '../contract'
import { useTranslation } from '../translation'
import type { IssuedTicket } from './issuedTicket'

/**
 * Whether the registration behind a ticket that the device kept is gone, or its address corrected. A fresh one is not
 * asked about: when many visitors register at once, that would double the requests.
 */
export function useIsOver({ event, ownKey }: IssuedTicket, isRecalled: boolean): boolean {
  const { language } = useTranslation()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!ownKey || !isRecalled) return
    const path = `/event/${encodeURIComponent(event.id)}/registration`
    let isWanted = true
    void ask<OwnRegistration>(path, { language, headers: ownKeyHeader(ownKey) }).then((answer) => {
      if (isWanted && !answer.ok) setOver(answer.refusal.code === CODE.notFound)
    })
    return () => {
      isWanted = false
    }
  }, [event.id, ownKey, isRecalled, language])
  return isOver
}
