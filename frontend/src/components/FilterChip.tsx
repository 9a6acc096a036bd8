import { UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './FilterChip.module.css'

interface FilterChipProps {
  label: ReactNode
  /** The number of rows that would be left, with a sum where there is one. */
  count?: string
  pressed: boolean
  onClick: () => void
}

/** One press filters a list, the next one shows everything again. */
export function FilterChip({ label, count, pressed, onClick }: FilterChipProps) {
  return (
    <UnstyledButton className={classes.chip} aria-pressed={pressed} onClick={onClick}>
      {label}
      {count !== undefined && (
        // Parts the number from the word for tools that read the text alone.
        <>
          {' '}
          <span className={classes.count}>{count}</span>
        </>
      )}
    </UnstyledButton>
  )
}

interface RemovableChipProps {
  children: ReactNode
  /** The accessible name: the rows that a press shows again. */
  label: string
  onRemove: () => void
}

/** A filter that was chosen elsewhere; a press removes it. */
export function RemovableChip({ children, label, onRemove }: RemovableChipProps) {
  return (
    <UnstyledButton className={classes.chip} data-chosen aria-label={label} onClick={onRemove}>
      {children}
      <IconX size={14} aria-hidden />
    </UnstyledButton>
  )
}
