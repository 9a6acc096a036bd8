import { useState } from 'react'
import { keep, recall } from '~/lib/storage'

/** The columns that can be chosen, in their order; the name always stands before them, the organiser's questions after. */
export const COLUMNS = [
  'phone',
  'email',
  'participationType',
  'ticket',
  'registrationTime',
  'payment',
  'amount',
  'paymentMethod',
  'paymentRef',
  'checkin',
  'ticketCode',
  'source',
  'role',
  'invitedBy',
  'note',
] as const
export type GuestColumn = (typeof COLUMNS)[number]

const USUAL: readonly string[] = [
  'phone',
  'ticket',
  'registrationTime',
  'payment',
  'checkin',
] satisfies GuestColumn[]

const STORED_AT = 'guestColumns'

/** Which columns this device shows: names of `COLUMNS`, and identifiers of questions, which differ between events. */
export function useGuestColumns() {
  const [shown, setShown] = useState<readonly string[]>(
    () => recall<string[]>('localStorage', STORED_AT) ?? USUAL,
  )
  const choose = (next: readonly string[]) => {
    keep('localStorage', STORED_AT, next === USUAL ? null : next)
    setShown(next)
  }
  return {
    isShown: (column: string) => shown.includes(column),
    toggle: (column: string) =>
      choose(shown.includes(column) ? shown.filter((other) => other !== column) : [...shown, column]),
    reset: () => choose(USUAL),
  }
}

export type GuestColumns = ReturnType<typeof useGuestColumns>
