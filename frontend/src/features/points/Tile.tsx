import { UnstyledButton } from '@mantine/core'
import { Children, type ReactNode } from 'react'
import { formatNumber } from '~/lib/numbers'
import classes from './Points.module.css'

interface TileProps {
  label: string
  value: number
  /** Further facts, each shown on a line of its own. */
  notes?: readonly ReactNode[]
  /** Shows the things that the figure counts; absent where the reader may not see them. */
  onOpen?: () => void
}

/** A figure; a press shows the things that it counts. */
export function Tile({ label, value, notes = [], onOpen }: TileProps) {
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.number}>{formatNumber(value)}</span>
      {Children.map(notes, (note) => (
        <span className={classes.note}>{note}</span>
      ))}
    </>
  )
  return (
    <li>
      {onOpen ? (
        <UnstyledButton className={classes.tile} onClick={onOpen}>
          {content}
        </UnstyledButton>
      ) : (
        <div className={classes.tile}>{content}</div>
      )}
    </li>
  )
}
