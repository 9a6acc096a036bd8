import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '~/lib/money'
import classes from './Points.module.css'

interface TileProps {
  label: string
  value: number
  /** Further facts, a line each. */
  notes?: readonly ReactNode[]
  /** Leads to what is counted. */
  onOpen: () => void
}

/** A figure that leads to what it counts. */
export function Tile({ label, value, notes = [], onOpen }: TileProps) {
  return (
    <li>
      <UnstyledButton className={classes.tile} onClick={onOpen}>
        <span className={classes.label}>{label}</span>
        <span className={classes.number}>{formatNumber(value)}</span>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a tile have no other identity and never move.
          <span key={at} className={classes.note}>
            {note}
          </span>
        ))}
      </UnstyledButton>
    </li>
  )
}
