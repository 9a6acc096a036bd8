import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface PillProps {
  color: string
  icon?: Icon
  children: ReactNode
}

/** A state in a table or beside a name. Never truncates its text. */
export function Pill({ color, icon: Glyph, children }: PillProps) {
  return (
    <Badge
      variant="light"
      radius="xl"
      tt="none"
      fw={500}
      size="lg"
      miw="max-content"
      color={color}
      leftSection={Glyph && <Glyph size={14} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
