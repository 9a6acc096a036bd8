/**
 * The Vietnamese lunar calendar for UTC+7: a month begins on the day of a new moon, and the eleventh month holds the
 * winter solstice. Moon and sun follow Jean Meeus, “Astronomical Algorithms”, to within minutes, by the method that Hồ
 * Ngọc Đức has published. A day is counted as a Julian day number.
 */

const RADIAN = Math.PI / 180
/** Vietnam's hours before UTC, in days. */
const AHEAD = 7 / 24
const DAY = 24 * 60 * 60 * 1000
/** The Julian day number of 1970-01-01. */
const EPOCH = 2440588
/** The mean time between new moons, and the first one of 1900, from which they are counted. */
const MONTH = 29.530588853
const FIRST_MOON = 2415021.076998695
/** A lunar year of twelve months is at most 355 days long, one with a leap month at least 383. */
const SHORT_YEAR = 365

const sin = (degrees: number) => Math.sin(degrees * RADIAN)

/** The day in Vietnam of the new moon with this number. */
function newMoon(k: number): number {
  const t = k / 1236.85
  const [t2, t3] = [t * t, t * t * t]
  const mean = 2415020.75933 + 29.53058868 * k + 0.0001178 * t2 - 0.000000155 * t3
  const sun = 359.2242 + 29.10535608 * k - 0.0000333 * t2 - 0.00000347 * t3
  const moon = 306.0253 + 385.81691806 * k + 0.0107306 * t2 + 0.00001236 * t3
  const node = 21.2964 + 390.67050646 * k - 0.0016528 * t2 - 0.00000239 * t3
  const moment =
    mean +
    0.00033 * sin(166.56 + 132.87 * t - 0.009173 * t2) +
    (0.1734 - 0.000393 * t) * sin(sun) +
    0.0021 * sin(2 * sun) -
    0.4068 * sin(moon) +
    0.0161 * sin(2 * moon) -
    0.0004 * sin(3 * moon) +
    0.0104 * sin(2 * node) -
    0.0051 * sin(sun + moon) -
    0.0074 * sin(sun - moon) +
    0.0004 * sin(2 * node + sun) -
    0.0004 * sin(2 * node - sun) -
    0.0006 * sin(2 * node + moon) +
    0.001 * sin(2 * node - moon) +
    0.0005 * sin(2 * moon + sun)
  // The clock runs ahead of the earth's slowing rotation.
  const delay = -0.000278 + 0.000265 * t + 0.000262 * t2
  return Math.floor(moment - delay + 0.5 + AHEAD)
}

/** The twelfth of the sun's path, from the spring equinox on, in which a day begins in Vietnam: 0–11. */
function sectorOf(day: number): number {
  const t = (day - 0.5 - AHEAD - 2451545) / 36525
  const anomaly = 357.5291 + 35999.0503 * t - 0.0001559 * t * t
  const longitude =
    280.46645 +
    36000.76983 * t +
    0.0003032 * t * t +
    (1.9146 - 0.004817 * t) * sin(anomaly) +
    (0.019993 - 0.000101 * t) * sin(2 * anomaly) +
    0.00029 * sin(3 * anomaly)
  return Math.floor((((longitude % 360) + 360) % 360) / 30)
}

/** The number of the new moon with which the eleventh month begins that falls into this year. */
function eleventhMonth(year: number): number {
  const lastDay = Date.UTC(year, 11, 31) / DAY + EPOCH
  const k = Math.floor((lastDay - Math.floor(FIRST_MOON)) / MONTH)
  return sectorOf(newMoon(k)) >= 9 ? k - 1 : k
}

/** The first month after this one in which the sun does not enter another sector, counted from it. */
function leapMonthAfter(k: number): number {
  let after = 1
  while (after < 13 && sectorOf(newMoon(k + after)) !== sectorOf(newMoon(k + after + 1))) after += 1
  return after
}

/** The day, as `YYYY-MM-DD`, of a day in one of the first ten months of a lunar year; a leap month is never meant. */
export function lunarDay(year: number, month: number, day: number): string {
  const before = eleventhMonth(year - 1)
  const isLeap = newMoon(eleventhMonth(year)) - newMoon(before) > SHORT_YEAR
  // The first month is the second after the eleventh.
  const after = month + 1
  const moon = newMoon(before + after + (isLeap && after >= leapMonthAfter(before) ? 1 : 0))
  return new Date((moon + day - 1 - EPOCH) * DAY).toISOString().slice(0, 10)
}
