import { useEffect, useRef } from 'react'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { isUpload } from '~/lib/queries'
import { session } from '~/lib/session'
import {
  isLeftBehind,
  keepTypedAt,
  noteForm,
  noteRestored,
  onForm,
  typedAt,
  waitingAt,
  whenLeft,
} from '~/lib/typed'
import { toast } from './toast'

interface Kept<Values extends object> {
  /** Distinguishes the form from others of the same address, with the identifier of the thing that it changes. */
  name: string
  /** The typed values that are not sent; null if there are none. */
  typed: () => Values | null
  /** Puts it back into the form; false when nothing of it is new there. */
  restore: (values: Values) => boolean
  /** Makes the form as it was before. */
  discard: () => void
  /** The stored values of the typed fields, by field. */
  before: (values: Values) => object
  /**
   * Gets the values that were stored at the time of typing, if they have changed meanwhile; without it, a line says so.
   */
  onOlder?: (before: object) => void
}

/**
 * Keeps what a form holds when its page goes away or the session ends, and gives it back when the form is next shown to
 * the same account at the same address. A form that is sent or given up keeps nothing.
 */
export function useKept<Values extends object>(kept: Kept<Values>) {
  const latest = useRef(kept)
  latest.current = kept
  const { name } = kept
  /** The line that offers to discard what was restored. */
  const offer = useRef<{ line: number; place: string; isThere: boolean } | null>(null)
  useEffect(() => {
    const account = session().profile?.id
    if (!account) return
    const place = `${location.pathname} ${name}`
    noteForm(place, true)
    const found = typedAt(account, place)
    // The values that were stored at the time of typing, if they have changed since: kept until there is nothing to
    // send.
    let older: object | undefined
    let line: number | undefined
    if (found && latest.current.restore(found.values as Values)) {
      const { before, onOlder } = latest.current
      if (isOlder(found.before, before(found.values as Values))) older = found.before
      const words = older && !onOlder ? 'common.typed.restoredOlder' : 'common.typed.restored'
      line = toast.offer(t(words, { time: formatDateTime(found.at) }), t('common.typed.discard'), () => {
        older = undefined
        latest.current.discard()
        noteRestored(place, false)
        keepTypedAt(account, place, null)
      })
      if (older) onOlder?.(older)
    }
    offer.current = line === undefined ? null : { line, place, isThere: false }
    noteRestored(place, line !== undefined)
    const save = () => {
      const values = latest.current.typed()
      if (values === null) older = undefined
      return (
        keepTypedAt(account, place, values, values && { ...latest.current.before(values), ...older }) &&
        values !== null
      )
    }
    const stop = whenLeft(save)
    return () => {
      stop()
      noteForm(place, false)
      noteRestored(place, false)
      if (line) toast.hide(line)
      offer.current = null
      if (isLeftBehind()) save()
      else keepTypedAt(account, place, null)
    }
  }, [name])
  // A form that stays on its page once it is saved has nothing left to discard. The values that were restored are in
  // some forms only after another render.
  useEffect(() => {
    const shown = offer.current
    if (!shown) return
    const isThere = latest.current.typed() !== null
    if (isThere) shown.isThere = true
    else if (shown.isThere) {
      toast.hide(shown.line)
      noteRestored(shown.place, false)
      offer.current = null
    }
  })
}

/** Milliseconds in which a page shows its forms. */
const APPEARING = 2000

/** Says that text is kept of a form of this page that is not open, such as that of a dialog about one of many things. */
export function useWaitingText(path: string) {
  useEffect(() => {
    let line: number | undefined
    const hide = () => {
      if (line) toast.hide(line)
      line = undefined
    }
    const look = setTimeout(() => {
      const account = session().profile?.id
      const waiting = account && waitingAt(account, path)
      if (!account || !waiting) return
      const { place, at } = waiting
      line = toast.offer(
        t('common.typed.waiting', { time: formatDateTime(at) }),
        t('common.typed.discard'),
        () => keepTypedAt(account, place, null),
      )
    }, APPEARING)
    const stop = onForm(hide)
    return () => {
      clearTimeout(look)
      stop()
      hide()
    }
  }, [path])
}

/** For a form that keeps its own draft: `save` does so, and returns whether there was anything to keep. */
export function useKeeping(save: () => boolean) {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => whenLeft(() => latest.current()), [])
}

/** The parts of a Mantine form that are needed, whatever its values. */
interface Form {
  getValues: () => object
  getInitialValues: () => object
  setValues(values: object): void
  reset: () => void
}

interface KeptFormOptions {
  /** Fields that are not to stay on a device, and choices that have a name only after a search. */
  except?: readonly string[]
  /** Of a form that `useConflict` guards. */
  conflict?: { compare: (before: object) => void; dismiss: () => void }
}

/** The same for a Mantine form, of which only changed fields are kept, and no files. */
export function useKeptForm(form: Form, name: string, { except = [], conflict }: KeptFormOptions = {}) {
  const initialValues = (): Record<string, unknown> => ({ ...form.getInitialValues() })
  useKept<Record<string, unknown>>({
    name,
    typed: () => {
      const initial = initialValues()
      const changed = Object.entries(form.getValues()).filter(
        ([field, value]) => !except.includes(field) && !isUpload(value) && !isSame(value, initial[field]),
      )
      return changed.length > 0 ? Object.fromEntries(changed) : null
    },
    restore: (values) => {
      const present: Record<string, unknown> = { ...form.getValues() }
      const changed = Object.entries(values).filter(
        ([field, value]) =>
          field in present &&
          !except.includes(field) &&
          isAlike(value, present[field]) &&
          !isSame(value, present[field]),
      )
      form.setValues(Object.fromEntries(changed))
      return changed.length > 0
    },
    discard: () => {
      form.reset()
      conflict?.dismiss()
    },
    before: (values) => {
      const initial = initialValues()
      return Object.fromEntries(Object.keys(values).map((field) => [field, initial[field]]))
    },
    onOlder: conflict?.compare,
  })
}

/** The same for one text that is no form's; null where nothing was typed. */
export function useKeptText(name: string, text: string, initial: string, change: (text: string) => void) {
  useKept<{ text: string }>({
    name,
    typed: () => (text === initial ? null : { text }),
    restore: (kept) => {
      const isNew = typeof kept.text === 'string' && kept.text !== text
      if (isNew) change(kept.text)
      return isNew
    },
    discard: () => change(initial),
    before: () => ({ text: initial }),
  })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Drafts of an older version of the program lack the stored values. */
const isOlder = (before: object | undefined, now: object) => {
  const was: Record<string, unknown> = { ...before }
  return Object.entries(now).some(([field, value]) => field in was && !isSame(was[field], value))
}

/** An older version of the program may have given the field another kind of value. */
const isAlike = (value: unknown, present: unknown) =>
  value === null ||
  present === null ||
  (typeof value === typeof present && Array.isArray(value) === Array.isArray(present))
