/** The event as a calendar entry (RFC 5545). When it ends is not known, so the entry has a beginning only. */
interface Entry {
  id: string
  title: string
  eventStartDate: string
  venueAddress: string
}

/** `20260301T020000Z` */
const inUtc = (iso: string) => new Date(iso).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

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

export function calendarFile({ id, title, eventStartDate, venueAddress }: Entry, pageUrl: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hội//Hội//VI',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(pageUrl).hostname}`,
    `DTSTAMP:${inUtc(new Date().toISOString())}`,
    `DTSTART:${inUtc(eventStartDate)}`,
    `SUMMARY:${escaped(title)}`,
    `LOCATION:${escaped(venueAddress)}`,
    `URL:${pageUrl}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** For browsers that cannot open a file: the entry as a link into Google's calendar. */
export function googleCalendarLink({ title, eventStartDate, venueAddress }: Entry, pageUrl: string): string {
  const start = inUtc(eventStartDate)
  const entry = {
    action: 'TEMPLATE',
    text: title,
    dates: `${start}/${start}`,
    location: venueAddress,
    details: pageUrl,
  }
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(entry)}`
}
