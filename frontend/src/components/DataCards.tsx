import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Cell, type RowsProps } from './DataTable'
import classes from './DataTable.module.css'
import { RowGap } from './RowGap'
import { SelectRow, useRowToggle } from './RowSelection'
import { SortSelect } from './SortSelect'
import { SwipeRow } from './SwipeRow'
import { rowMark, useDrawnRows, useRowWindow } from './useRowWindow'

/** The usual height of a line, in pixels, until it is measured. */
const LINE = 65

/** The rows of a `DataTable` on a phone: one card each, the first column as its heading. */
export function DataCards<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { label, rows, columns, rowId, rowName, onOpen, selection, actions, sorting } = props
  const [title, ...details] = columns
  const onToggle = useRowToggle(rows.map(rowId), selection)
  if (props.phoneRow) return <PhoneRows {...props} phoneRow={props.phoneRow} onToggle={onToggle} />
  const sortChoices = columns.flatMap(({ sortKey, header }) =>
    sortKey ? [{ sort: sortKey, label: header }] : [],
  )
  return (
    <>
      {sorting && sortChoices.length > 0 && (
        <SortSelect {...sorting} choices={sortChoices} className={classes.sortCards} />
      )}
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowId(row)} className={classes.card}>
            <Group wrap="nowrap" align="flex-start" gap="sm">
              {selection && (
                <SelectRow id={rowId(row)} name={rowName(row)} selection={selection} onToggle={onToggle} />
              )}
              <div className={classes.cardTitle}>
                {onOpen ? (
                  <button type="button" className={classes.open} onClick={() => onOpen(row)}>
                    {title && <Cell cell={title.cell} row={row} />}
                  </button>
                ) : (
                  title && <Cell cell={title.cell} row={row} />
                )}
              </div>
              {actions?.(row)}
            </Group>
            <dl className={classes.details}>
              {details
                .filter(({ wideOnly }) => !wideOnly)
                .map(({ key, header, cell }) => (
                  <div key={key} className={classes.detail}>
                    <dt>{header}</dt>
                    <dd>
                      <Cell cell={cell} row={row} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

interface PhoneRowsProps<Row, Sort extends string> extends RowsProps<Row, Sort> {
  phoneRow: (row: Row) => ReactNode
  onToggle: ReturnType<typeof useRowToggle>
}

/** One line each, for lists of many rows that say little. */
function PhoneRows<Row, Sort extends string>(props: PhoneRowsProps<Row, Sort>) {
  const { label, rows, rowId, rowName, onOpen, selection, actions, phoneRow, swipe, onToggle, endless } =
    props
  const shown = useRowWindow(endless, rows.map(rowId), LINE)
  const draw = useDrawnRows(props, (row: Row, at) => (
    <SwipeRow
      key={rowId(row)}
      {...rowMark(rowId(row))}
      aria-setsize={endless?.total}
      aria-posinset={endless && endless.offset + at + 1}
      className={classes.line}
      label={swipe?.label ?? ''}
      onSwipe={swipe?.action(row)}
      data-selected={selection?.selected.has(rowId(row)) || undefined}
    >
      {selection && (
        // A finger needs more room than the box takes.
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it.
        <label className={classes.lineSelect}>
          <SelectRow id={rowId(row)} name={rowName(row)} selection={selection} onToggle={onToggle} />
        </label>
      )}
      <button type="button" className={classes.lineOpen} data-row={rowId(row)} onClick={() => onOpen?.(row)}>
        {phoneRow(row)}
      </button>
      {actions?.(row)}
    </SwipeRow>
  ))
  return (
    <ul className={classes.lines} aria-label={label} ref={shown.ref} data-row-height={shown.height}>
      {shown.before > 0 && <li aria-hidden className={classes.gap} style={{ height: shown.before }} />}
      {rows.slice(shown.from, shown.to).map((row, at) => draw(row, shown.from + at))}
      {endless && shown.after > 0 && (
        <li className={classes.gap} style={{ height: shown.after }}>
          <RowGap endless={endless} onMore={shown.more} />
        </li>
      )}
    </ul>
  )
}
