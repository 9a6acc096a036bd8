import { onSessionChange, session } from './session'
import { keep, recall } from './storage'

/**
 * Text typed into forms and not sent: kept on this device, by account, when the page goes away or the session ends, and
 * given back to the same form. Logging out removes it.
 */

/** Milliseconds for which it is kept. */
const KEPT = 7 * 24 * 60 * 60 * 1000
/** Forms of one account. The oldest give way. */
const MOST = 20
/** Characters of all of them together. */
const LONGEST = 500_000

interface Entry {
  place: string
  /** When it was kept, in milliseconds. */
  at: number
  values: object
  /** The values stored on the server at the time of typing. */
  before?: object
}

/** Begins as the drafts do, which are removed together. */
const keyOf = (account: string) => `draft:typed:${account}`

const isObject = (value: unknown) => typeof value === 'object' && value !== null

function isEntry(value: unknown): value is Entry {
  const { place, at, values, before } = (value ?? {}) as Partial<Entry>
  if (typeof place !== 'string' || typeof at !== 'number') return false
  return isObject(values) && (before === undefined || isObject(before))
}

function entriesOf(account: string): Entry[] {
  const stored = recall<unknown>('localStorage', keyOf(account))
  const entries = Array.isArray(stored) ? stored.filter(isEntry) : []
  return entries.filter(({ at }) => Date.now() - at < KEPT)
}

export const typedAt = (account: string, place: string): Entry | undefined =>
  entriesOf(account).find((entry) => entry.place === place)

/** Whether text of this form of the page is kept: then its dialog opens again with the page. */
export function isTypedHere(name: string) {
  const account = session().profile?.id
  return account !== undefined && typedAt(account, `${location.pathname} ${name}`) !== undefined
}

/** Null removes the kept values. False when they are too long to be kept. */
export function keepTypedAt(
  account: string,
  place: string,
  values: object | null,
  before?: object | null,
): boolean {
  const known = entriesOf(account)
  const others = known.filter((entry) => entry.place !== place)
  if (values === null) {
    if (others.length < known.length) store(account, others)
    return true
  }
  const entry = { place, at: Date.now(), values, before: before ?? undefined }
  if (JSON.stringify(entry).length > LONGEST) return false
  const entries = [entry, ...others].slice(0, MOST)
  while (entries.length > 1 && JSON.stringify(entries).length > LONGEST) entries.pop()
  store(account, entries)
  return true
}

const store = (account: string, entries: Entry[]) =>
  keep('localStorage', keyOf(account), entries.length > 0 ? entries : null)

/** Why forms go away that were not given up. */
let ending: 'session' | 'program' | null = null

/** Forms are given up in the usual way again. */
export const stay = () => {
  ending = null
}

/** Forms that are still on the screen are given up, too. */
export function forgetTyped(account: string) {
  stay()
  store(account, [])
}

type Save = () => boolean

const forms = new Set<Save>()

/** Places of forms on the screen whose typed values were restored. */
const restored = new Set<string>()

export function noteRestored(place: string, isRestored: boolean) {
  if (isRestored) restored.add(place)
  else restored.delete(place)
}

export const restoredForms = () => restored.size

/** Places of all forms on the screen. */
const onScreen = new Set<string>()
const watchers = new Set<() => void>()

export function noteForm(place: string, isThere: boolean) {
  if (!isThere) return void onScreen.delete(place)
  onScreen.add(place)
  for (const watch of watchers) watch()
}

/** `watch` is called when a form comes onto the screen. Returns a function that ends this. */
export function onForm(watch: () => void) {
  watchers.add(watch)
  return () => void watchers.delete(watch)
}

/** The kept values of a form of this page that is not on the screen, such as one in a dialog that is closed. */
export const waitingAt = (account: string, path: string): Entry | undefined =>
  entriesOf(account).find(({ place }) => place.startsWith(`${path} `) && !onScreen.has(place))

/**
 * `save` keeps the values of a form on the screen, and returns whether it had any. Returns a function that ends this.
 */
export function whenLeft(save: Save) {
  const gone = new AbortController()
  const { signal } = gone
  window.addEventListener('pagehide', save, { signal })
  // Browsers may end a hidden page without notice.
  document.addEventListener('visibilitychange', () => void (document.hidden && save()), { signal })
  forms.add(save)
  return () => {
    gone.abort()
    forms.delete(save)
  }
}

/**
 * Keeps the values of all forms; forms that unmount from now on leave theirs behind as well. Returns whether there were
 * any. `program`: this page can only be replaced by a new one, such as when parts of its version are gone.
 */
export function leaveBehind(why: 'session' | 'program'): boolean {
  ending = ending === 'program' ? ending : why
  return [...forms].map((save) => save()).includes(true)
}

/** Whether a form that goes away was not given up. */
export const isLeftBehind = () => ending !== null

/** Whether the page is about to be replaced, with everything kept. */
export const isProgramOver = () => ending === 'program'

// The next session gives its forms up in the usual way.
onSessionChange(() => {
  if (ending === 'session' && session().loggedIn) ending = null
})
