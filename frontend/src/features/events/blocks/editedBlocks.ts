import { t } from '~/lib/language'
import { randomKey } from '~/lib/randomKey'
import { parseTimeOfDay, requiredTime } from '~/lib/timeOfDay'
import { optionalText, requiredText } from '~/lib/validators'
import type { EventPage } from '../queries'

/** The state of the editor of a page: the blocks with a key for each entry, and '' for empty fields. */
export interface EditedPage {
  programme: EditedItem[]
  speakers: EditedSpeaker[]
  questions: EditedQuestion[]
  sponsors: EditedSponsor[]
}

export interface EditedItem {
  key: string
  day: number
  /** As typed; `HH:mm` once the field was left. */
  start: string
  end: string
  title: string
  note: string
  /** Identifiers, also of speakers who were removed: they are back when that is undone. */
  speakers: string[]
}

export interface EditedSpeaker {
  key: string
  name: string
  role: string
  bio: string
  photo: string | null
}

export interface EditedQuestion {
  key: string
  question: string
  answer: string
}

export interface EditedSponsor {
  key: string
  name: string
  website: string
  logo: string | null
}

export type Block = keyof EditedPage
export const BLOCKS = ['programme', 'speakers', 'questions', 'sponsors'] as const satisfies Block[]

/** Entries of a block at most, as on the server. */
export const ROOM = { programme: 60, speakers: 40, questions: 30, sponsors: 40 } as const satisfies Record<
  Block,
  number
>

/** Characters at most, as on the server. */
const MOST = {
  title: 120,
  note: 500,
  name: 100,
  role: 120,
  bio: 600,
  question: 200,
  answer: 2000,
  website: 500,
} as const
const SPEAKERS_OF_ITEM = 10
/** Minutes that an item can last that ends after midnight. */
const LONGEST_NIGHT = 12 * 60

/** The stored blocks; entries that stay keep the keys of `former`, so that fields keep the focus. */
export function editedOf(page: EventPage, former?: EditedPage): EditedPage {
  const { programme, speakers, questions, sponsors } = page
  const keyOf = (block: Block, at: number) => former?.[block][at]?.key ?? randomKey()
  return {
    programme: programme.map(({ day, start, end, title, note, speakers: ids = [] }, at) => ({
      key: keyOf('programme', at),
      day: day ?? 1,
      start,
      end: end ?? '',
      title,
      note: note ?? '',
      speakers: ids,
    })),
    speakers: speakers.map(({ id, name, role, bio, photo }) => ({
      key: id,
      name,
      role: role ?? '',
      bio: bio ?? '',
      photo: photo ?? null,
    })),
    questions: questions.map(({ question, answer }, at) => ({
      key: keyOf('questions', at),
      question,
      answer,
    })),
    sponsors: sponsors.map(({ name, website, logo }, at) => ({
      key: keyOf('sponsors', at),
      name,
      website: website ?? '',
      logo: logo ?? null,
    })),
  }
}

const isBlank = (...texts: (string | null)[]) => texts.every((text) => !text?.trim())

/** The page as it is saved: times written in one way, the programme in their order, and nothing that is blank. */
export function tidied({ programme, speakers, questions, sponsors }: EditedPage): EditedPage {
  const known = new Set(speakers.map(({ key }) => key))
  return {
    programme: inOrder(
      programme
        .filter(({ title, note, start }) => !isBlank(title, note) || !isBlank(start))
        .map((item) => ({ ...item, speakers: item.speakers.filter((id) => known.has(id)) })),
    ),
    speakers: speakers.filter(({ name, role, bio, photo }) => !isBlank(name, role, bio, photo)),
    questions: questions.filter(({ question, answer }) => !isBlank(question, answer)),
    sponsors: sponsors.filter(({ name, website, logo }) => !isBlank(name, website, logo)),
  }
}

/** By day and start; an entry without a time stays where it is, behind the others. */
export function inOrder(programme: readonly EditedItem[]): EditedItem[] {
  const rank = ({ day, start }: EditedItem) =>
    `${String(day).padStart(2, '0')} ${parseTimeOfDay(start) ?? '~'}`
  return programme
    .map((item) => ({ ...item, start: withTime(item.start), end: withTime(item.end) }))
    .toSorted((a, b) => (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))))
}

/** `8h30` as `08:30`; text that is no time stays as it was typed. */
export const withTime = (typed: string) => parseTimeOfDay(typed) ?? typed.trim()

/** The body of the call that saves a page. */
export const bodyOf = ({ programme, speakers, questions, sponsors }: EditedPage) => ({
  programme: programme.map(({ key: _, end, note, ...item }) => ({
    ...item,
    end: end || null,
    note: note.trim() || null,
  })),
  speakers: speakers.map(({ key, name, role, bio, photo }) => ({
    id: key,
    name,
    role: role.trim() || null,
    bio: bio.trim() || null,
    photo,
  })),
  questions: questions.map(({ question, answer }) => ({ question, answer })),
  sponsors: sponsors.map(({ name, website, logo }) => ({ name, website: website.trim() || null, logo })),
})

/** The errors, by the path of the field in the body. */
export function faultsOf(page: EditedPage): Record<string, string> {
  const { programme, speakers, questions, sponsors } = page
  const all = [
    ...programme.map((item, at) => [`programme.${at}`, itemFaults(item)] as const),
    ...speakers.map(
      ({ name, role, bio }, at) =>
        [
          `speakers.${at}`,
          {
            name: requiredText(MOST.name)(name),
            role: optionalText(MOST.role)(role),
            bio: optionalText(MOST.bio)(bio),
          },
        ] as const,
    ),
    ...questions.map(
      ({ question, answer }, at) =>
        [
          `questions.${at}`,
          {
            question: requiredText(MOST.question)(question),
            answer: requiredText(MOST.answer)(answer),
          },
        ] as const,
    ),
    ...sponsors.map(
      ({ name, website }, at) =>
        [
          `sponsors.${at}`,
          { name: requiredText(MOST.name)(name), website: optionalText(MOST.website)(website) },
        ] as const,
    ),
  ]
  return Object.fromEntries(
    all.flatMap(([path, faults]) =>
      Object.entries<string | null>(faults).flatMap(([field, fault]) =>
        fault ? [[`${path}.${field}`, fault] as const] : [],
      ),
    ),
  )
}

function itemFaults({ start, end, title, note, speakers }: EditedItem) {
  return {
    start: requiredTime(start),
    end: isBlank(end) ? null : (requiredTime(end) ?? endFault(start, end)),
    title: requiredText(MOST.title)(title),
    note: optionalText(MOST.note)(note),
    speakers:
      speakers.length > SPEAKERS_OF_ITEM
        ? t('events.page.invalid.speakers', { max: SPEAKERS_OF_ITEM })
        : null,
  }
}

/** An end before the start is after midnight, unless that would last too long to be meant. */
function endFault(start: string, end: string) {
  const [from, to] = [minutesOf(start), minutesOf(end)]
  if (from === null || to === null || to > from) return null
  return to < from && to - from + 24 * 60 <= LONGEST_NIGHT ? null : t('events.page.invalid.end')
}

function minutesOf(typed: string) {
  const time = parseTimeOfDay(typed)
  if (!time) return null
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A further item, which begins when the one before it ends. */
export const itemAfter = (former: EditedItem | undefined): EditedItem => ({
  key: randomKey(),
  day: former?.day ?? 1,
  start: former?.end ? withTime(former.end) : '',
  end: '',
  title: '',
  note: '',
  speakers: [],
})

export const newSpeaker = (): EditedSpeaker => ({
  key: randomKey(),
  name: '',
  role: '',
  bio: '',
  photo: null,
})

export const newSponsor = (): EditedSponsor => ({ key: randomKey(), name: '', website: '', logo: null })

export const newQuestion = (): EditedQuestion => ({ key: randomKey(), question: '', answer: '' })
