import { Title } from '@mantine/core'
import { type Icon, IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId } from 'react'
import classes from './NextSteps.module.css'

interface NextStepsProps {
  title: string
  steps: readonly { icon: Icon; words: string; link: LinkProps }[]
}

/** The next steps, each a link to its screen. */
export function NextSteps({ title, steps }: NextStepsProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={3} fz="md" mb="xs" id={id}>
        {title}
      </Title>
      <ul className={classes.steps}>
        {steps.map(({ icon: Glyph, words, link }) => (
          <li key={words}>
            <Link {...link} className={classes.step}>
              <Glyph size={20} stroke={1.5} aria-hidden />
              <span>{words}</span>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
