import { ActionIcon, Indicator, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '~/lib/numbers'
import classes from './FoldedTools.module.css'

interface FoldedToolsProps {
  /** The figures of the list in a line, which stays in sight while scrolling. */
  summary: ReactNode
  /** Names the button. */
  label: string
  /** The number of filters behind the button that narrow the list, which the button shows. */
  filters?: number
  /** The tools of the list, without which there is no button. They stay mounted, so that nothing typed is lost. */
  children: ReactNode
}

/** On a phone, what stands above a list: its figures in one line, and its tools behind a button. */
export function FoldedTools({ summary, label, filters = 0, children }: FoldedToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const tools = useId()
  const Glyph = isOpen ? IconX : IconAdjustmentsHorizontal
  const number = formatNumber(filters)
  return (
    <>
      <div className={classes.line}>
        <Text component="div" size="sm" className={classes.summary}>
          {summary}
        </Text>
        {children && (
          <Indicator label={<span aria-hidden>{number}</span>} disabled={filters === 0} size={18} offset={4}>
            <ActionIcon
              variant="default"
              size={40}
              aria-label={filters > 0 ? `${label} (${number})` : label}
              aria-expanded={isOpen}
              aria-controls={tools}
              onClick={() => setOpen(!isOpen)}
            >
              <Glyph size={18} />
            </ActionIcon>
          </Indicator>
        )}
      </div>
      <div id={tools} className={classes.tools} hidden={!isOpen}>
        {children}
      </div>
    </>
  )
}
