import { Button, Skeleton, Title } from '@mantine/core'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { language } from '~/lib/language'
import { GuideFrame } from './GuideFrame'
import classes from './Guides.module.css'
import type { GuideName } from './guide'
import { guideQuery } from './queries'

interface GuideScreenProps {
  name: GuideName
  /** The task to which the address leads; empty at the beginning. */
  task: string
}

/** One guide: the list of its tasks, then each of them. */
export function GuideScreen({ name, task }: GuideScreenProps) {
  const { t } = useTranslation()
  const guide = useQuery(guideQuery(language(), name))
  const isShown = guide.data !== undefined
  // The router looks for the task before the guide is here.
  useEffect(() => {
    if (isShown && task) document.getElementById(task)?.scrollIntoView()
  }, [isShown, task])
  if (!guide.data) {
    return (
      <GuideFrame title={t('guides.title')}>
        {guide.error ? (
          <ErrorState error={guide.error} onRetry={() => void guide.refetch()} />
        ) : (
          <Skeleton height={400} radius="md" />
        )}
      </GuideFrame>
    )
  }
  const { title, intro, tasks } = guide.data
  const actions = (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        renderRoot={(props) => <Link {...props} to="/guides" />}
      >
        {t('guides.all')}
      </Button>
      <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
        {t('guides.print')}
      </Button>
    </>
  )
  return (
    <GuideFrame title={title} actions={actions}>
      <Html className={classes.text} html={intro} />
      <nav aria-label={t('guides.tasks')} className={classes.tasks}>
        <ol>
          {tasks.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {tasks.map(({ id, title, html }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className={classes.task}>
          <Title order={2} id={`${id}-title`} mb="sm">
            {title}
          </Title>
          <Html className={classes.text} html={html} />
        </section>
      ))}
    </GuideFrame>
  )
}

function Html({ html, className }: { html: string; className: string | undefined }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it of files of this repository.
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
