import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Which rows are chosen, by id; may hold rows of other pages. */
export interface Selection {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
}

export function SelectAll({ ids, selection }: { ids: string[]; selection: Selection }) {
  const { t } = useTranslation()
  const count = ids.filter((id) => selection.selected.has(id)).length
  const all = count === ids.length
  return (
    <Checkbox
      aria-label={t('common.table.selectAll')}
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={() => {
        const next = new Set(selection.selected)
        for (const id of ids) all ? next.delete(id) : next.add(id)
        selection.onChange(next)
      }}
    />
  )
}

export function SelectRow({ id, name, selection }: { id: string; name: string; selection: Selection }) {
  const { t } = useTranslation()
  return (
    <Checkbox
      aria-label={t('common.table.select', { name })}
      checked={selection.selected.has(id)}
      onChange={() => {
        const next = new Set(selection.selected)
        if (!next.delete(id)) next.add(id)
        selection.onChange(next)
      }}
    />
  )
}
