import { dayAfter } from './days'
import { lunarDay } from './lunar'

/** The public holidays of Vietnam. `number` is the day of the lunar New Year, from 1. */
export type Holiday =
  | { name: 'newYear' | 'tetEve' | 'hungKings' | 'reunification' | 'labour' | 'national' | 'nationalBridge' }
  | { name: 'tet'; number: number }

/** Days of the lunar New Year on which most people do not work. */
const TET_DAYS = 5
/** Sunday, Monday and Thursday: the free day beside the National Day follows it, so that it touches a weekend. */
const FOLLOWED = [0, 1, 4]

/**
 * The holidays of a year by their day. The government names the second free day of the National Day each year; this is the
 * one that it chose in recent years.
 */
function holidaysOf(year: number): ReadonlyMap<string, Holiday> {
  const tet = lunarDay(year, 1, 1)
  const national = `${year}-09-02`
  const isFollowed = FOLLOWED.includes(new Date(`${national}T00:00:00Z`).getUTCDay())
  return new Map<string, Holiday>([
    [`${year}-01-01`, { name: 'newYear' }],
    [dayAfter(tet, -1), { name: 'tetEve' }],
    ...Array.from({ length: TET_DAYS }, (_, at): [string, Holiday] => [
      dayAfter(tet, at),
      { name: 'tet', number: at + 1 },
    ]),
    [lunarDay(year, 3, 10), { name: 'hungKings' }],
    [`${year}-04-30`, { name: 'reunification' }],
    [`${year}-05-01`, { name: 'labour' }],
    [national, { name: 'national' }],
    [dayAfter(national, isFollowed ? 1 : -1), { name: 'nationalBridge' }],
  ])
}

const known = new Map<string, ReadonlyMap<string, Holiday>>()

/** The public holiday on a day, as `YYYY-MM-DD`; undefined on any other day. */
export function holidayOn(day: string): Holiday | undefined {
  const year = day.slice(0, 4)
  const holidays = known.get(year) ?? holidaysOf(Number(year))
  known.set(year, holidays)
  return holidays.get(day)
}
