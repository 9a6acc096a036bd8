import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Sorting } from '~/lib/pageSearch'

export interface SortProps<Sort extends string> extends Sorting<Sort> {
  onSort: (next: Sorting<Sort>) => void
}

interface SortSelectProps<Sort extends string> extends SortProps<Sort> {
  choices: readonly { sort: Sort; label: string }[]
  /** The label of the server's own order. */
  usual?: string
  className?: string
  /** Within a popover, which a choice outside it would close. */
  isInline?: boolean
}

/** Chooses the order of a list that has no table head to click on. */
export function SortSelect<Sort extends string>(props: SortSelectProps<Sort>) {
  const { t } = useTranslation()
  const { choices, usual = t('common.sort.usual'), sort, order, onSort, className, isInline } = props
  const sortings: (Sorting<Sort> & { label: string })[] = [
    { label: usual },
    ...choices.flatMap(({ sort, label }) => [
      { sort, label: t('common.sort.ascending', { label }) },
      { sort, order: 'desc' as const, label: t('common.sort.descending', { label }) },
    ]),
  ]
  const current = sortings.findIndex((sorting) => sorting.sort === sort && sorting.order === order)
  return (
    <Select
      aria-label={t('common.sort.label')}
      className={className}
      comboboxProps={{ withinPortal: !isInline }}
      data={sortings.map(({ label }, index) => ({ value: String(index), label }))}
      value={String(current)}
      allowDeselect={false}
      onChange={(value) => {
        const chosen = sortings[Number(value)]
        onSort({ sort: chosen?.sort, order: chosen?.order })
      }}
    />
  )
}
