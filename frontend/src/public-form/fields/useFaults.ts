import { useState } from 'react'
import { CODE } from '~/lib/apiError'
import type { Refusal } from '../api'
import type { Fault, Faults } from './faults'

/** The faults of each field, and the summary of faults of the last submission. */
export function useFaults() {
  const [faults, setFaults] = useState<Faults>({})
  const [summary, setSummary] = useState<{ faults: Faults; number: number }>({ faults: {}, number: 0 })

  /** Replaces everything; a summary with a new number takes the focus anew. */
  const show = (found: Faults) => {
    setFaults(found)
    setSummary(({ number }) => ({ faults: found, number: number + 1 }))
  }

  const mark = (field: string, fault: Fault | null) =>
    setFaults(({ [field]: _, ...others }) => (fault ? { ...others, [field]: fault } : others))

  /** Takes faults that are mended by something else than their fields out of the summary, too. */
  const settle = (...fields: string[]) => {
    const others = (found: Faults): Faults =>
      Object.fromEntries(Object.entries(found).filter(([field]) => !fields.includes(field)))
    setFaults(others)
    setSummary(({ faults: found, number }) => ({ faults: others(found), number }))
  }

  return { faults, summary, show, mark, settle }
}

/** The faults that a refusal reports; empty if it is about the registration as a whole. */
export function faultsOf({ code, messages, fields }: Refusal): Faults {
  if (code === CODE.ticketSoldOut) return { ticketId: { key: 'ticket.justSoldOut' } }
  if (code === CODE.emailInUse) return { email: { text: messages.join(' ') } }
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, { text: messages.join(' ') }]),
  )
}
