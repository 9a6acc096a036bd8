import { keep, recall } from '~/lib/storage'
import type { WaitingPlace } from '../contract'

/** A visitor's place in the queue before the registration, kept for a reload of this tab. */
export interface KeptPlace {
  token: string
  /** The number of people ahead when the visitor joined the queue. */
  aheadAtFirst: number
}

const placeOf = (eventId: string) => `hoi.place.${eventId}`

export const recallPlace = (eventId: string) => recall<KeptPlace>('sessionStorage', placeOf(eventId))

/** The beginning of the wait stays the same as long as the place is. */
export function keepPlace(eventId: string, { token, ahead }: WaitingPlace): KeptPlace {
  const former = recallPlace(eventId)
  const before = former?.token === token ? former?.aheadAtFirst : undefined
  const aheadAtFirst = Math.max(before ?? 0, ahead)
  const place = { token, aheadAtFirst }
  keep('sessionStorage', placeOf(eventId), place)
  return place
}

export const dropPlace = (eventId: string) => keep('sessionStorage', placeOf(eventId), null)

/** In a header, so that no log of a server sees it. */
export const placeHeader = (place: KeptPlace | null): Record<string, string> =>
  place ? { 'X-Place': place.token } : {}
