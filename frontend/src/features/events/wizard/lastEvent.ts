import { useQuery } from '@tanstack/react-query'
import { toWallClock } from '~/lib/dates'
import { useSession } from '~/lib/session'
import { type Event, lastEventQuery } from '../queries'
import { isNew } from './defaults'
import { useWizardContext } from './fields'

/** The values that a new event takes over from the one that its organiser made last. */

/** The last event; undefined while it is loading, without one, and for an event that is stored already. */
export function useLastEvent(): Event | undefined {
  const { state } = useWizardContext()
  const id = useSession().profile?.id ?? ''
  return useQuery({ ...lastEventQuery(id), enabled: isNew(state) && id !== '' }).data ?? undefined
}

type Times = Pick<Event, 'eventStartDate' | 'endDate'>

/** The time of day at which a first event begins: most begin in the evening. */
const USUAL_START = '19:00'
/** Minutes that a first event takes. */
const USUAL_LENGTH = 180
const MINUTE = 60_000
const DAY = 24 * 60

const timeOf = (iso: string) => toWallClock(iso).slice(11, 16)

/** The time of day at which the next event begins, `HH:mm`. */
export const usualStart = (last: Times | undefined) => (last ? timeOf(last.eventStartDate) : USUAL_START)

/** The time of day at which an event ends that begins at `start`, on the same day if it is no longer than that. */
export function usualEnd(start: string, last: Times | undefined): string {
  const length = last?.endDate
    ? (Date.parse(last.endDate) - Date.parse(last.eventStartDate)) / MINUTE
    : USUAL_LENGTH
  if (last?.endDate && length >= DAY) return timeOf(last.endDate)
  const [hours = 0, minutes = 0] = timeOf(start).split(':').map(Number)
  const end = hours * 60 + minutes + length
  if (end >= DAY) return '23:59'
  return [Math.floor(end / 60), end % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
