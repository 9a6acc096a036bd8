import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Pill.module.css'

interface PillProps {
  /** A colour of the theme. */
  color: string
  /** Shown in place of the dot. */
  icon?: Icon
  children: ReactNode
}

/** A state in a table or beside a name, as a word and a dot or icon on its tint. Never truncates its text. */
export function Pill({ color, icon: Glyph, children }: PillProps) {
  const tint = `var(--mantine-color-${color}-light`
  return (
    <span className={classes.pill} style={{ background: `${tint})`, color: `${tint}-color)` }}>
      {Glyph ? <Glyph size={14} aria-hidden /> : <span className={classes.dot} aria-hidden="true" />}
      {children}
    </span>
  )
}
