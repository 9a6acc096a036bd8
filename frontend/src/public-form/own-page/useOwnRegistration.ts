import { useCallback, useEffect, useRef, useState } from 'react'
import { CODE } from '~/lib/apiError'
import { type Answer, ask, ownKeyHeader } from '../api'
import type { ChangeOwn, Invoice, InvoiceChange, OwnRegistration, PublicEvent } from '../contract'
import { useTranslation } from '../translation'

export type OwnLoad =
  | { state: 'loading' }
  | { state: 'failed' }
  | { state: 'noEvent' }
  /** The event is there; the link opens nothing (any more), or there was none. */
  | { state: 'noRegistration'; event: PublicEvent }
  | { state: 'ready'; event: PublicEvent; own: OwnRegistration }

/** Milliseconds after which a page that comes back into view asks again: a transfer may have arrived. */
const STALE = 30_000

/** A visitor's own registration, opened by its key. */
export function useOwnRegistration(eventId: string, ownKey: string) {
  const { language } = useTranslation()
  const [load, setLoad] = useState<OwnLoad>({ state: 'loading' })
  const loadedAt = useRef(0)
  // Ignores an answer to a request older than the newest known state.
  const asking = useRef(0)
  const path = `/event/${encodeURIComponent(eventId)}`

  const call = useCallback(
    <T>(method: 'GET' | 'PUT' | 'DELETE', body?: ChangeOwn): Promise<Answer<T>> =>
      ask(`${path}/registration`, { language, method, body, headers: ownKeyHeader(ownKey) }),
    [path, language, ownKey],
  )

  const setInvoice = (invoice: Invoice | null) => {
    asking.current += 1
    setLoad((former) => (former.state === 'ready' ? { ...former, own: { ...former.own, invoice } } : former))
  }

  const reload = useCallback(async () => {
    asking.current += 1
    const mine = asking.current
    const asked = ask<PublicEvent>(`${path}/public`, { language })
    const own = ownKey === '' ? null : await call<OwnRegistration>('GET')
    const event = await asked
    if (mine !== asking.current) return
    setLoad((former) => next(former, event, own))
    loadedAt.current = Date.now()
  }, [path, language, ownKey, call])

  useEffect(() => void reload(), [reload])
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible' && Date.now() - loadedAt.current > STALE) void reload()
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [reload])

  return {
    load,
    ownKey,
    retry: () => {
      setLoad({ state: 'loading' })
      void reload()
    },
    reload,
    /** Shows what is stored by now, also when the change is refused because of that. */
    change: async (body: ChangeOwn) => {
      const answer = await call<OwnRegistration>('PUT', body)
      const now = answer.ok ? answer.data : (answer.refusal.stored as OwnRegistration | null)
      if (now) {
        asking.current += 1
        setLoad((former) => (former.state === 'ready' ? { ...former, own: now } : former))
      }
      return answer
    },
    confirm: async () => {
      const answer = await ask<OwnRegistration>(`${path}/registration/confirm`, {
        language,
        method: 'POST',
        headers: ownKeyHeader(ownKey),
      })
      if (answer.ok) {
        asking.current += 1
        setLoad((former) => (former.state === 'ready' ? { ...former, own: answer.data } : former))
      }
      return answer
    },
    cancel: () => call<object>('DELETE'),
    askForInvoice: async (body: InvoiceChange) => {
      const answer = await ask<Invoice>(`${path}/registration/invoice`, {
        language,
        method: 'PUT',
        body,
        headers: ownKeyHeader(ownKey),
      })
      if (answer.ok) setInvoice(answer.data)
      return answer
    },
    withdrawInvoice: async () => {
      const answer = await ask<object>(`${path}/registration/invoice`, {
        language,
        method: 'DELETE',
        headers: ownKeyHeader(ownKey),
      })
      if (answer.ok) setInvoice(null)
      return answer
    },
  }
}

export type Own = ReturnType<typeof useOwnRegistration>

/** Keeps the shown registration when the server does not answer. */
function next(former: OwnLoad, event: Answer<PublicEvent>, own: Answer<OwnRegistration> | null): OwnLoad {
  if (!event.ok && event.refusal.code === CODE.notFound) return { state: 'noEvent' }
  if (event.ok && own?.ok) return { state: 'ready', event: event.data, own: own.data }
  if (event.ok && (own === null || (!own.ok && own.refusal.code === CODE.notFound)))
    return { state: 'noRegistration', event: event.data }
  return former.state === 'ready' ? former : { state: 'failed' }
}
