import { Title } from '@mantine/core'
import { useId } from 'react'
import classes from './EventHome.module.css'

interface PanelProps {
  title: string
  children: React.ReactNode
}

/** A part of the overview under a heading of its own. */
export function Panel({ title, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <Title id={heading} order={2} fz="lg" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}
