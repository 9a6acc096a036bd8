import { useEffect, useRef } from 'react'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import { isUpload } from '~/lib/queries'
import { session } from '~/lib/session'
import { isLeftBehind, keepTypedAt, noteRestored, typedAt, whenLeft } from '~/lib/typed'
import { toast } from './toast'

interface Kept<Values extends object> {
  /** Tells the form from others of the same address, with the identifier of what it changes. */
  name: string
  /** What is typed and not sent; null if there is nothing. */
  typed: () => Values | null
  /** Puts it back into the form; false when nothing of it is new there. */
  restore: (values: Values) => boolean
  /** Makes the form as it was before. */
  discard: () => void
}

/**
 * Keeps what a form holds when its page goes away or the session ends, and gives it back when the form is next shown to
 * the same account at the same address. A form that is sent or given up keeps nothing.
 */
export function useKept<Values extends object>(kept: Kept<Values>) {
  const latest = useRef(kept)
  latest.current = kept
  const { name } = kept
  useEffect(() => {
    const account = session().profile?.id
    if (!account) return
    const place = `${location.pathname} ${name}`
    const found = typedAt(account, place)
    const line =
      found && latest.current.restore(found.values as Values)
        ? toast.offer(
            t('common.typed.restored', { time: formatDateTime(found.at) }),
            t('common.typed.discard'),
            () => {
              latest.current.discard()
              noteRestored(place, false)
              keepTypedAt(account, place, null)
            },
          )
        : undefined
    noteRestored(place, line !== undefined)
    const save = () => {
      const values = latest.current.typed()
      return keepTypedAt(account, place, values) && values !== null
    }
    const stop = whenLeft(save)
    return () => {
      stop()
      noteRestored(place, false)
      if (line) toast.hide(line)
      if (isLeftBehind()) save()
      else keepTypedAt(account, place, null)
    }
  }, [name])
}

/** For what keeps its own draft: `save` does so, and gives whether there was anything to keep. */
export function useKeeping(save: () => boolean) {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => whenLeft(() => latest.current()), [])
}

/** What is needed of a Mantine form, whatever its values. */
interface Form {
  getValues: () => object
  getInitialValues: () => object
  setValues(values: object): void
  reset: () => void
}

/**
 * The same for a Mantine form, of which only changed fields are kept, and no files. `except` names fields that are not to
 * stay on a device, and choices that have a name only after a search.
 */
export function useKeptForm(form: Form, name: string, except: readonly string[] = []) {
  useKept<Record<string, unknown>>({
    name,
    typed: () => {
      const initial: Record<string, unknown> = { ...form.getInitialValues() }
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
    discard: form.reset,
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
  })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** An older version of the program may have given the field another kind of value. */
const isAlike = (value: unknown, present: unknown) =>
  value === null ||
  present === null ||
  (typeof value === typeof present && Array.isArray(value) === Array.isArray(present))
