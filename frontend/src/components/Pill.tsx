import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Pill.module.css'

interface PillProps {
  color: string
  /** Shown in place of the dot. */
  icon?: Icon
  children: ReactNode
}

/** A state in a table or beside a name, as a word and a dot or icon on its tint. Never truncates its text. */
export function Pill({ color, icon: Glyph, children }: PillProps) {
  return (
    <Badge
      variant="light"
      radius="xl"
      tt="none"
      fw={500}
      size="lg"
      h={22}
      fz="xs"
      px={8}
      miw="max-content"
      color={color}
      leftSection={
        Glyph ? <Glyph size={14} aria-hidden /> : <span className={classes.dot} aria-hidden="true" />
      }
    >
      {children}
    </Badge>
  )
}
