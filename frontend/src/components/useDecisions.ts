import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '~/lib/apiError'

interface Outcome<Done, Failure> {
  done: Done[]
  failed: Failure[]
}

interface Decisions<Item, Decision, Done, Failure> {
  items: readonly Item[]
  idOf: (item: Item) => string
  /** Absent: all can be chosen. */
  canChoose?: (item: Item) => boolean
  send: (decision: Decision) => Promise<Outcome<Done, Failure>>
  /** It was decided, except for what failed; the dialog and the choice end. */
  onDone: (outcome: Outcome<Done, Failure>, decision: Decision) => unknown
  /** Also after a failure of all. */
  onSettled?: () => void
  /** Decisions that are not to be undone, and leave the former one to be undone. */
  isMinor?: (decision: Decision) => boolean
}

/**
 * The choice of items in a list and the decisions about them. Items that are gone or decided meanwhile are not chosen any
 * more; the last decision can be undone.
 */
export function useDecisions<Item, Decision extends { action: string }, Done, Failure>(
  options: Decisions<Item, Decision, Done, Failure>,
) {
  const { items, idOf, canChoose = () => true, send, onDone, onSettled, isMinor } = options
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [undoable, setUndoable] = useState<Done[]>([])
  const choosable = items.filter(canChoose)
  const chosen = choosable.filter((item) => selected.has(idOf(item)))
  const isAll = choosable.length > 0 && chosen.length === choosable.length
  const clear = () => setSelected(new Set())
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: (outcome, decision) => {
      if (!isMinor?.(decision)) setUndoable(decision.action === 'undo' ? [] : outcome.done)
      clear()
      return onDone(outcome, decision)
    },
    onSettled,
  })
  return {
    items,
    chosen,
    ids: chosen.map(idOf),
    clear,
    toggle: (item: Item) => {
      const next = new Set(selected)
      if (!next.delete(idOf(item))) next.add(idOf(item))
      setSelected(next)
    },
    /** The properties of the checkbox that chooses all. */
    all: {
      checked: isAll,
      indeterminate: chosen.length > 0 && !isAll,
      disabled: choosable.length === 0,
      onChange: () => setSelected(new Set(isAll ? [] : choosable.map(idOf))),
    },
    /** The choice in a `DataTable`; undefined if nothing can be chosen. */
    selection:
      choosable.length > 0
        ? {
            selected,
            onChange: setSelected,
            canChoose: (id: string) => choosable.some((item) => idOf(item) === id),
          }
        : undefined,
    undoable,
    decide: (decision: Decision) => mutate(decision),
    isDeciding: isPending,
  }
}

/** Decides items one after the other, also after one of the decisions was refused. */
export async function decideEach<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  send: (item: Item) => Promise<unknown>,
) {
  const outcome: Outcome<Item, string> = { done: [], failed: [] }
  for (const item of items)
    await send(item).then(
      () => outcome.done.push(item),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        outcome.failed.push(`${nameOf(item)}: ${error.messages.join(' ')}`)
      },
    )
  return outcome
}
