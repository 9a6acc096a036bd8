import { Skeleton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataCards } from './DataCards'
import classes from './DataTable.module.css'
import { ErrorState } from './ErrorState'
import { Paging } from './Paging'
import { RowGap } from './RowGap'
import { SelectAll, type Selection, SelectRow, useRowToggle } from './RowSelection'
import type { SortProps } from './SortSelect'
import table from './table.module.css'
import { useIsPhone } from './useIsPhone'
import { type Endless, rowMark, useDrawnRows, useRowWindow } from './useRowWindow'

export interface Column<Row, Sort extends string = never> {
  key: string
  header: string
  /** The API's name for a sort by this column; absent where there is none. */
  sortKey?: Sort
  cell: (row: Row) => ReactNode
  align?: 'left' | 'right' | 'center'
  /** Left out on a phone. */
  wideOnly?: boolean
}

/** The part of a `useQuery` result that a list needs. */
interface ListQuery<Row> {
  data: { items: readonly Row[]; total: number } | undefined
  error: unknown
  refetch: () => unknown
}

export interface DataTableProps<Row, Sort extends string = never> {
  /** Names the table for screen readers. */
  label: string
  query: ListQuery<Row>
  /** The first column is the row's title: it opens the row, and heads its card on a phone. */
  columns: Column<Row, Sort>[]
  rowId: (row: Row) => string
  /** The accessible name of the row, such as the person's name. */
  rowName: (row: Row) => string
  onOpen?: (row: Row) => void
  selection?: Selection
  /** Buttons or a menu at the end of a row. */
  actions?: (row: Row) => ReactNode
  /** Shown instead of the table when there is nothing, an `EmptyState`. */
  empty: ReactNode
  /** How the rows are sorted; needed where a column has a `sortKey`. */
  sorting?: SortProps<Sort>
  /**
   * The content of a row on a phone, beside its checkbox and its actions; without it, each row is a card of its
   * columns.
   */
  phoneRow?: (row: Row) => ReactNode
  /** The action of drawing such a row to the right; undefined for a row where nothing is left to do. */
  swipe?: { label: string; action: (row: Row) => (() => void) | undefined }
  /** Leave out when everything is on one page. */
  paging?: { page: number; size: number; onChange: (page: number) => void }
  /** For a list that is scrolled through as a whole, in place of `paging`; its items are those at hand. */
  endless?: Endless
}

/** The usual height of a row, in pixels, until it is measured. */
const ROW = 51

/** A list from the server in all its states: loading, failed, empty, table, and cards on a phone. */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { query, empty, paging } = props
  const phone = useIsPhone()
  if (query.data === undefined) {
    if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    return <Loading />
  }
  const { items, total } = query.data
  if (total === 0) return empty
  return (
    <>
      {phone ? <DataCards {...props} rows={items} /> : <WideTable {...props} rows={items} />}
      {paging && <Paging {...paging} total={total} />}
    </>
  )
}

export type RowsProps<Row, Sort extends string> = DataTableProps<Row, Sort> & { rows: readonly Row[] }

function WideTable<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { label, rows, columns, rowId, rowName, onOpen, selection, actions, sorting, endless } = props
  const ids = rows.map(rowId)
  const shown = useRowWindow(endless, ids, ROW)
  const cells = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0)
  const onToggle = useRowToggle(ids, selection)
  const draw = useDrawnRows(props, (row: Row, at) => (
    <tr
      key={rowId(row)}
      {...rowMark(rowId(row))}
      // The head is the first one.
      aria-rowindex={endless && endless.offset + at + 2}
      data-selected={selection?.selected.has(rowId(row)) || undefined}
      className={onOpen && classes.row}
      onClick={onOpen && ((event) => isOnBareRow(event) && onOpen(row))}
    >
      {selection && (
        <td className={classes.select}>
          <SelectRow id={rowId(row)} name={rowName(row)} selection={selection} onToggle={onToggle} />
        </td>
      )}
      {columns.map(({ key, cell, align }, index) => (
        <td key={key} style={align && { textAlign: align }}>
          {index === 0 && onOpen ? (
            <button type="button" className={classes.open} data-row={rowId(row)} onClick={() => onOpen(row)}>
              <Cell cell={cell} row={row} />
            </button>
          ) : (
            <Cell cell={cell} row={row} />
          )}
        </td>
      ))}
      {actions && <td className={classes.actions}>{actions(row)}</td>}
    </tr>
  ))
  return (
    <div className={`${classes.frame} ${classes.scrolled}`}>
      <table
        aria-label={label}
        aria-rowcount={endless && endless.total + 1}
        className={`${table.table} ${classes.table}`}
      >
        <thead>
          <tr>
            {selection && (
              <td className={classes.select}>
                <SelectAll ids={ids} selection={selection} />
              </td>
            )}
            {columns.map(({ key, header, align, sortKey }) =>
              sorting && sortKey ? (
                <SortableHead key={key} header={header} align={align} sortKey={sortKey} sorting={sorting} />
              ) : (
                <th key={key} scope="col" style={align && { textAlign: align }}>
                  {header}
                </th>
              ),
            )}
            {actions && <td />}
          </tr>
        </thead>
        <tbody ref={shown.ref} data-row-height={shown.height}>
          {shown.before > 0 && (
            <tr aria-hidden className={classes.gap}>
              <td colSpan={cells} style={{ height: shown.before }} />
            </tr>
          )}
          {rows.slice(shown.from, shown.to).map((row, at) => draw(row, shown.from + at))}
          {endless && shown.after > 0 && (
            <tr className={classes.gap}>
              <td colSpan={cells} style={{ height: shown.after }}>
                <RowGap endless={endless} onMore={shown.more} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Whether a click means the row as a whole: no control in it, no layer above it, no text being selected. */
const isOnBareRow = ({ currentTarget, target }: MouseEvent) =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  !target.closest('a, button, input, label') &&
  !window.getSelection()?.toString()

interface SortableHeadProps<Sort extends string> {
  header: string
  align: Column<unknown>['align']
  sortKey: Sort
  sorting: SortProps<Sort>
}

/** A click sorts by the column, the next one turns the direction, and the third returns to the server's own order. */
function SortableHead<Sort extends string>({ header, align, sortKey, sorting }: SortableHeadProps<Sort>) {
  const { sort, order, onSort } = sorting
  const direction = sort !== sortKey ? 'none' : order === 'desc' ? 'descending' : 'ascending'
  const Arrow = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[direction]
  const next = {
    none: { sort: sortKey, order: undefined },
    ascending: { sort: sortKey, order: 'desc' },
    descending: { sort: undefined, order: undefined },
  } as const
  return (
    <th scope="col" style={align && { textAlign: align }} aria-sort={direction}>
      <button type="button" className={classes.sort} onClick={() => onSort(next[direction])}>
        {header}
        <Arrow size={16} aria-hidden />
      </button>
    </th>
  )
}

/** A component, so that a column's `cell` may use hooks. */
export function Cell<Row>({ cell, row }: { cell: Column<Row>['cell']; row: Row }) {
  return <>{cell(row)}</>
}

const LOADING_ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

function Loading() {
  const { t } = useTranslation()
  return (
    <div className={classes.frame} role="status" aria-label={t('common.table.loading')} data-waiting>
      {LOADING_ROWS.map((row) => (
        <Skeleton key={row} height={24} m={16} width="auto" />
      ))}
    </div>
  )
}
