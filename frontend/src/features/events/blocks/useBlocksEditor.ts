import { useRef, useState } from 'react'
import { toast, toastError } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useExitGuard } from '~/components/useExitGuard'
import { useKept } from '~/components/useKept'
import { ApiError, shows } from '~/lib/apiError'
import { t } from '~/lib/language'
import { type EventPage, usePageChange } from '../queries'
import { BLOCKS, type Block, bodyOf, type EditedPage, editedOf, faultsOf, tidied } from './editedBlocks'

/** The interface for the editor of one block. */
export interface BlockEditor<Name extends Block> {
  entries: EditedPage[Name]
  change: (next: EditedPage[Name] | ((entries: EditedPage[Name]) => EditedPage[Name])) => void
  /** Ties an input to a field of an entry: its error, where the server's message belongs, and when it was left. */
  field: (at: number, name: string) => { error?: string; onBlur: () => void; 'data-path': string }
  /** An error is shown somewhere in this entry. */
  isWrong: (at: number) => boolean
  /** Takes an entry out; a message offers to put it back. */
  remove: (at: number, name: string) => void
}

/** The blocks while they are edited: which errors are shown, saving, and the question before leaving with unsaved changes. */
export function useBlocksEditor(eventId: string, loaded: EventPage) {
  const [page, setPage] = useState(() => editedOf(loaded))
  const [stored, setStored] = useState(loaded)
  const [wasSaveTried, setTried] = useState(false)
  // By key and name, because entries move.
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refused, setRefused] = useState<Record<string, string>>({})
  const saving = usePageChange(eventId)
  const form = useRef<HTMLFormElement>(null)
  const latest = useRef(page)
  latest.current = page
  const conflict = useConflict<EventPage, Body>({
    form: {
      getValues: () => bodyOf(tidied(latest.current)),
      setFieldValue: (block: Block, entries: never) =>
        setPage((former) => ({ ...former, [block]: editedOf({ ...loaded, [block]: entries })[block] })),
      resetDirty: (values: Body) => setStored((former) => ({ ...former, ...values })),
      showError: (error) => showRefusal(error),
    },
    stored: loaded,
    valuesOf: (stored) => bodyOf(tidied(editedOf(stored))),
    fields: BLOCKS.map((block) => ({ path: block, label: t(`events.page.${block}.title`), say: inWords })),
  })

  const isDirty = JSON.stringify(bodyOf(tidied(page))) !== JSON.stringify(bodyOf(tidied(editedOf(stored))))
  useKept<EditedPage>({
    name: `page ${eventId}`,
    typed: () => (isDirty ? page : null),
    restore: (kept) => {
      const isWhole = BLOCKS.every((block) => Array.isArray(kept[block]))
      if (isWhole) setPage(kept)
      return isWhole
    },
    discard: () => {
      setPage(editedOf(stored))
      conflict.dismiss()
    },
    before: () => ({ version: stored.version }),
  })
  useExitGuard({
    isDirty: () => isDirty,
    staysHere: ({ current, next }) => current.pathname === next.pathname,
    question: () => ({
      title: t('events.wizard.leave.title'),
      message: t('events.wizard.leave.message'),
      confirm: t('events.wizard.leave.confirm'),
      cancel: t('events.wizard.leave.stay'),
    }),
  })

  const own = faultsOf(page)
  const faultAt = (block: Block, at: number, name: string) => {
    const path = `${block}.${at}.${name}`
    const isSeen = wasSaveTried || left.has(`${page[block][at]?.key}.${name}`)
    return (isSeen ? own[path] : undefined) ?? refused[path]
  }

  const editorOf = <Name extends Block>(block: Name): BlockEditor<Name> => {
    const change: BlockEditor<Name>['change'] = (next) => {
      setPage((former) => ({ ...former, [block]: typeof next === 'function' ? next(former[block]) : next }))
      setRefused((faults) =>
        Object.fromEntries(Object.entries(faults).filter(([path]) => !path.startsWith(block))),
      )
    }
    const paths = Object.keys({ ...own, ...refused })
    return {
      entries: page[block],
      change,
      field: (at, name) => ({
        error: faultAt(block, at, name),
        onBlur: () => {
          // An empty field that is left is not finished rather than wrong.
          const entry = page[block][at] as unknown as Record<string, unknown> | undefined
          if (entry?.[name]) setLeft((fields) => new Set([...fields, `${entry.key}.${name}`]))
        },
        'data-path': `${block}.${at}.${name}`,
      }),
      isWrong: (at) =>
        paths.some((path) => {
          const prefix = `${block}.${at}.`
          return path.startsWith(prefix) && faultAt(block, at, path.slice(prefix.length)) !== undefined
        }),
      remove: (at, name) => {
        const entry = page[block][at]
        if (!entry) return
        change((entries) => entries.filter(({ key }) => key !== entry.key) as EditedPage[Name])
        const putBack = () =>
          change((entries) => entries.toSpliced(at, 0, entry as never) as EditedPage[Name])
        // The button that had the focus is gone with its entry.
        requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(`[data-add=${block}]`)?.focus())
        if (name) toast.done(t('events.page.removed', { name }), putBack)
      },
    }
  }

  /** Focuses the first of these fields as soon as they are on the screen. */
  const focus = (paths: string[]) =>
    requestAnimationFrame(() => {
      const fields = [...(form.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
      fields.find(({ dataset }) => paths.includes(dataset.path ?? ''))?.focus()
    })

  const showRefusal = (error: Error) => {
    const fields = error instanceof ApiError ? Object.entries(error.fields) : []
    if (fields.length === 0) return toastError(error)
    setRefused(Object.fromEntries(fields.map(([path, messages]) => [path, messages.join(' ')])))
    const paths = fields.map(([path]) => path)
    focus(paths)
    // Errors without a field become a toast.
    const isField = (path: string) => path.split('.').length === 3
    const others = fields.filter(([path]) => !isField(path)).flatMap(([, messages]) => messages)
    if (others.length > 0) toast.error(others)
  }

  const save = () => {
    const tidy = tidied(page)
    setPage(tidy)
    if (!isDirty) return toast.info(t('events.wizard.nothingChanged'))
    setTried(true)
    const faults = Object.keys(faultsOf(tidy))
    if (faults.length > 0) return void focus(faults)
    saving.mutate(
      { ...bodyOf(tidy), version: conflict.version ?? 0 },
      {
        onSuccess: ({ data, messages }) => {
          setStored(data)
          conflict.saved(data)
          setPage((former) => editedOf(data, former))
          setTried(false)
          setLeft(new Set())
          toast.success(messages)
        },
        onError: shows(conflict.refuse),
      },
    )
  }

  return { page, editorOf, save, isSaving: saving.isPending, isDirty, form, notice: conflict.notice }
}

type Body = ReturnType<typeof bodyOf>

/** The texts of a block's entries. */
const inWords = (entries: unknown) =>
  (entries as Record<string, unknown>[])
    .map(({ id: _, photo: __, logo: ___, ...entry }) =>
      Object.values(entry)
        .filter((value) => typeof value === 'string' && value !== '')
        .join(' · '),
    )
    .join('; ')
