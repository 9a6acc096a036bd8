import { t } from '~/lib/language'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The time until an event begins in its two largest units, or its state. */
export type TimeLeft =
  | { kind: 'days'; days: number; hours: number }
  | { kind: 'hours'; hours: number; minutes: number }
  | { kind: 'minutes'; minutes: number }
  | { kind: 'running' }
  | { kind: 'over' }

interface Times {
  eventStartDate: string
  isOver: boolean
}

export function timeLeft({ eventStartDate, isOver }: Times, now: number): TimeLeft {
  if (isOver) return { kind: 'over' }
  const left = Date.parse(eventStartDate) - now
  if (left <= 0) return { kind: 'running' }
  const hours = Math.floor(left / HOUR)
  if (left >= DAY) return { kind: 'days', days: Math.floor(left / DAY), hours: hours % 24 }
  const minutes = Math.floor(left / MINUTE)
  if (left >= HOUR) return { kind: 'hours', hours, minutes: minutes % 60 }
  return { kind: 'minutes', minutes: Math.max(1, minutes) }
}

/** The same in words: `12 days 4 h to go`, `Happening now`. */
export function timeLeftText(left: TimeLeft): string {
  if (left.kind === 'days') return t('events.left.days', { count: left.days, hours: left.hours })
  if (left.kind === 'hours') return t('events.left.hours', { count: left.hours, minutes: left.minutes })
  if (left.kind === 'minutes') return t('events.left.minutes', { count: left.minutes })
  return t(`events.left.${left.kind}`)
}
