import { confirm } from '~/components/confirm'
import { toWallClock } from '~/lib/dates'
import { t } from '~/lib/language'
import { readText, writeText } from '~/lib/storage'

const DAY = 24 * 60 * 60 * 1000

/** The days until an event if it is more than a day away, so that a check-in may be meant for practice; otherwise 0. */
export function daysAhead(start: string, now = Date.now()): number {
  if (!(Date.parse(start) - now > DAY)) return 0
  const dayOf = (moment: string) => Date.parse(`${toWallClock(moment).slice(0, 10)}T00:00:00Z`)
  return (dayOf(start) - dayOf(new Date(now).toISOString())) / DAY
}

const keyOf = (eventId: string) => `earlyCheckInMeant:${eventId}`

/** Whether the user has confirmed early check-ins at this event in this session. */
const isMeant = (eventId: string) => readText('sessionStorage', keyOf(eventId)) !== null
export const setMeant = (eventId: string) => writeText('sessionStorage', keyOf(eventId), 'true')

/** Says how far away the event is; null when nothing has to be asked. */
export function earlyWarning(eventId: string, start: string): string | null {
  const count = daysAhead(start)
  return count > 0 && !isMeant(eventId) ? t('checkin.early.away', { count }) : null
}

/** Asks once a session before a person is marked as present at an event that is more than a day away. */
export async function agreesToEarly(eventId: string, start: string): Promise<boolean> {
  const warning = earlyWarning(eventId, start)
  if (warning === null) return true
  const agreed = await confirm({
    title: warning,
    message: t('checkin.early.message'),
    confirm: t('checkin.early.action'),
    dangerous: true,
  })
  if (agreed) setMeant(eventId)
  return agreed
}
