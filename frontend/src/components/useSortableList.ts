import { useState } from 'react'

/** One entry of a list as its card shows it. */
export interface SortableEntry {
  isOpened: boolean
  onToggle: () => void
  /** Absent where the entry cannot move further. */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  isDragged: boolean
  onDrag: (isDragged: boolean) => void
  /** Another entry is being dragged over this one. */
  onDraggedOver: () => void
}

/** Moves the entries of a list by buttons and by dragging, and opens one of them at a time. */
export function useSortableList<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  onChange: (items: Item[]) => void,
) {
  const [opened, setOpened] = useState<string | null>(null)
  const [dragged, setDragged] = useState<string | null>(null)

  const move = (from: number, to: number) => {
    const moved = items[from]
    if (moved === undefined || to < 0 || to >= items.length || from === to) return
    onChange(items.filter((_, at) => at !== from).toSpliced(to, 0, moved))
  }

  const entryOf = (item: Item, at: number): SortableEntry => {
    const key = keyOf(item)
    return {
      isOpened: opened === key,
      onToggle: () => setOpened(opened === key ? null : key),
      onUp: at > 0 ? () => move(at, at - 1) : undefined,
      onDown: at < items.length - 1 ? () => move(at, at + 1) : undefined,
      isDragged: dragged === key,
      onDrag: (isDragged) => setDragged(isDragged ? key : null),
      onDraggedOver: () =>
        move(
          items.findIndex((other) => keyOf(other) === dragged),
          at,
        ),
    }
  }
  return { entryOf, open: setOpened }
}
