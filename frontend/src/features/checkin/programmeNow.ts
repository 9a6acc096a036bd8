import type { components } from '~/api/schema'
import { dayBegins } from '~/lib/eventDays'

type Item = components['schemas']['ProgrammeItem']

export interface ShownItem extends Item {
  isRunning: boolean
}

export interface DayProgramme {
  /** When the day begins. */
  date: number
  isToday: boolean
  items: ShownItem[]
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The last item, if it has no end, counts as running for so long. */
const LAST = 120 * MINUTE
/** Items that one screen shows. */
const ROWS = 6

const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE
}

/** The programme of the first day that is not over, from shortly before the running item; null when all is over. */
export function programmeAt(programme: Item[], eventStart: string, now: number): DayProgramme | null {
  const days = [...new Set(programme.map(({ day = 1 }) => day))].sort((a, b) => a - b)
  for (const day of days) {
    const date = dayBegins(eventStart, day)
    const items = timed(
      programme.filter((item) => (item.day ?? 1) === day),
      date,
    )
    const next = items.findIndex(({ until }) => until > now)
    if (next < 0) continue
    const first = Math.max(0, Math.min(next - 1, items.length - ROWS))
    return {
      date,
      isToday: now >= date && (now < date + DAY || (items[next]?.from ?? now) <= now),
      items: items
        .slice(first, first + ROWS)
        .map(({ item, from, until }) => ({ ...item, isRunning: from <= now && now < until })),
    }
  }
  return null
}

function timed(items: Item[], date: number) {
  const starts = items.map((item) => ({ item, from: date + minutesOf(item.start) }))
  starts.sort((a, b) => a.from - b.from)
  return starts.map(({ item, from }) => {
    const later = starts.find((other) => other.from > from)?.from ?? from + LAST
    const end = item.end === null ? later : date + minutesOf(item.end)
    return { item, from, until: end < from ? end + DAY : end }
  })
}
