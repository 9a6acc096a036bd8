import { Title } from '@mantine/core'
import { useId } from 'react'
import classes from './Panel.module.css'
import { useScrolledTo } from './useScrolledTo'

interface PanelProps {
  title: string
  /** The address leads here. */
  isMarked?: boolean
  children: React.ReactNode
}

/** A part of a screen under a heading of its own. */
export function Panel({ title, isMarked = false, children }: PanelProps) {
  const heading = useId()
  const place = useScrolledTo<HTMLElement>(isMarked)
  return (
    <section
      ref={place}
      className={classes.panel}
      data-marked={isMarked || undefined}
      aria-labelledby={heading}
    >
      <Title id={heading} order={2} fz="lg" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
