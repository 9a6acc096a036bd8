import { ActionIcon, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './FoldedTools.module.css'

interface FoldedToolsProps {
  /** The figures of the list in a line, which stays in sight while scrolling. */
  summary: ReactNode
  /** Names the button. */
  label: string
  /** The tools of the list. They stay mounted, so that nothing typed is lost. */
  children: ReactNode
}

/** On a phone, what stands above a list: its figures in one line, and its tools behind a button. */
export function FoldedTools({ summary, label, children }: FoldedToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const tools = useId()
  const Glyph = isOpen ? IconX : IconAdjustmentsHorizontal
  return (
    <>
      <div className={classes.line}>
        <Text component="div" size="sm" className={classes.summary}>
          {summary}
        </Text>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={label}
          aria-expanded={isOpen}
          aria-controls={tools}
          onClick={() => setOpen(!isOpen)}
        >
          <Glyph size={18} />
        </ActionIcon>
      </div>
      <div id={tools} className={classes.tools} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}
