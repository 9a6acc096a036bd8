import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './RowSelection.module.css'

/** Which rows are chosen, by id; may hold rows of other pages. */
export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
  /** Which rows can be chosen; absent: all of them. */
  canChoose?: (id: string) => boolean
  /** Names the checkbox in the head, where it does not choose the rows of a page. */
  allLabel?: string
}

export function SelectAll({ ids: shown, selection }: { ids: string[]; selection: Selection }) {
  const { t } = useTranslation()
  const ids = shown.filter((id) => selection.canChoose?.(id) ?? true)
  const count = ids.filter((id) => selection.selected.has(id)).length
  const all = ids.length > 0 && count === ids.length
  return (
    <input
      type="checkbox"
      className={classes.box}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all
      }}
      aria-label={selection.allLabel ?? t('common.table.selectAll')}
      checked={all}
      onChange={() => {
        const next = new Set(selection.selected)
        for (const id of ids) all ? next.delete(id) : next.add(id)
        selection.onChange(next)
      }}
    />
  )
}

/** Chooses a row, or with Shift every row of the page between the one touched last and this one. */
export function useRowToggle(ids: readonly string[], selection: Selection | undefined) {
  const last = useRef<string | null>(null)
  return (id: string, withRange: boolean) => {
    if (!selection) return
    const next = new Set(selection.selected)
    const isChosen = !next.has(id)
    const from = withRange && last.current !== null ? ids.indexOf(last.current) : -1
    const to = ids.indexOf(id)
    const touched = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const row of touched.filter((one) => selection.canChoose?.(one) ?? true))
      isChosen ? next.add(row) : next.delete(row)
    last.current = id
    selection.onChange(next)
  }
}

interface SelectRowProps {
  id: string
  name: string
  selection: Selection
  onToggle: (id: string, withRange: boolean) => void
}

export function SelectRow({ id, name, selection, onToggle }: SelectRowProps) {
  const { t } = useTranslation()
  /** Of the click that the change belongs to, which tells of no keys itself. */
  const withRange = useRef(false)
  if (selection.canChoose?.(id) === false) return null
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={t('common.table.select', { name })}
      checked={selection.selected.has(id)}
      onClick={({ shiftKey }) => {
        withRange.current = shiftKey
      }}
      onChange={() => onToggle(id, withRange.current)}
    />
  )
}
