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

  return { faults, summary, show, mark }
}

/** The faults that a refusal reports; empty if it is about the registration as a whole. */
export function faultsOf({ code, messages, fields }: Refusal): Faults {
  if (code === CODE.ticketSoldOut) return { ticketId: { key: 'ticket.justSoldOut' } }
  if (code === CODE.emailInUse) return { email: { text: messages.join(' ') } }
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, { text: messages.join(' ') }]),
  )
}
