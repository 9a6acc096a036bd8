/** The event as a calendar entry (RFC 5545). */
interface Entry {
  id: string
  title: string
  eventStartDate: string
  endDate?: string | null | undefined
  venueAddress: string
}

/** `20260301T020000Z` */
const inUtc = (iso: string) => new Date(iso).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

/** Hours an event lasts of which no end is known, as on the server. */
const USUAL_HOURS = 3

function endOf({ eventStartDate, endDate }: Entry): string {
  const usual = Date.parse(eventStartDate) + USUAL_HOURS * 3_600_000
  return inUtc(endDate ?? new Date(usual).toISOString())
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** At most 75 bytes a line, never splitting a character; each further line begins with a blank. */
const folded = (line: string) => [...line].reduce<string[]>(fold, ['']).join('\r\n ')

function fold(lines: string[], character: string): string[] {
  const last = lines.length - 1
  const bytes = new TextEncoder().encode(`${lines[last]}${character}`).length
  if (bytes > 74) lines.push(character)
  else lines[last] += character
  return lines
}

export const calendarFile = (entry: Entry, pageUrl: string) => written(entry, pageUrl, [])

/** Minutes before the opening at which the calendar reminds. */
const AHEAD = 10

/** The opening of an event's registration as a calendar entry that reminds of it. */
export function openingReminder(eventId: string, title: string, opening: string, pageUrl: string): string {
  const entry = {
    id: `${eventId}-opening`,
    title,
    eventStartDate: opening,
    endDate: new Date(Date.parse(opening) + AHEAD * 60_000).toISOString(),
    venueAddress: pageUrl,
  }
  return written(entry, pageUrl, [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${AHEAD}M`,
    'END:VALARM',
  ])
}

function written(entry: Entry, pageUrl: string, alarm: string[]): string {
  const { id, title, eventStartDate, venueAddress } = entry
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hội//Hội//VI',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(pageUrl).hostname}`,
    `DTSTAMP:${inUtc(new Date().toISOString())}`,
    `DTSTART:${inUtc(eventStartDate)}`,
    `DTEND:${endOf(entry)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(venueAddress)}`,
    `URL:${pageUrl}`,
    ...alarm,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** For browsers that cannot open a file: the entry as a link into Google's calendar. */
export function googleCalendarLink(entry: Entry, pageUrl: string): string {
  const parameters = {
    action: 'TEMPLATE',
    text: entry.title,
    dates: `${inUtc(entry.eventStartDate)}/${endOf(entry)}`,
    location: entry.venueAddress,
    details: pageUrl,
  }
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(parameters)}`
}
