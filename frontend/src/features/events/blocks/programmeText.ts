import { parseTimeOfDay } from '~/lib/timeOfDay'

export interface ReadItem {
  /** `HH:mm` */
  start: string
  /** `HH:mm`, or empty. */
  end: string
  title: string
}

const TIME = String.raw`(?:[01]?\d|2[0-3])\s*(?:[:.h]\s*[0-5]\d(?::00)?(?!:?\d)|h)`
/** `08:00 Đón khách`, `8h30 - 9h: Khai mạc`, `• 10.15–11.00 | Phiên 1`, also out of a table, with seconds. */
const LINE = new RegExp(
  String.raw`^[\s•·*\-–—|]*(${TIME})(?:(?:\s*(?:-|–|—|~|→|đến|to)\s*|\t)(${TIME}))?[\s:.,|\-–—]+(\S.*)$`,
  'iu',
)

/** The programme in a text with one item per line; null unless it has several. Lines without a time are passed over. */
export function readProgramme(text: string): ReadItem[] | null {
  const items = text.split(/\r?\n/).flatMap((line) => {
    const [, start, end, title] = LINE.exec(line) ?? []
    const from = start && parseTimeOfDay(tight(start))
    if (!from || !title) return []
    return [{ start: from, end: (end && parseTimeOfDay(tight(end))) || '', title: title.trim() }]
  })
  return items.length > 1 ? items : null
}

const tight = (time: string) => time.replace(/\s/g, '')
