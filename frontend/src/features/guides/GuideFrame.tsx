import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageButton } from '~/components/LanguageButton'
import { PageHeader } from '~/components/PageHeader'
import { useSession } from '~/lib/session'
import classes from './Guides.module.css'

interface GuideFrameProps {
  title: string
  description?: string
  /** Shown beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a guide, for helpers at a door without a login, too: they have no menu and so no choice of language. */
export function GuideFrame({ title, description, actions, children }: GuideFrameProps) {
  const { loggedIn } = useSession()
  return (
    <div className={classes.page} data-alone={!loggedIn || undefined}>
      <PageHeader title={title} description={description}>
        <Group gap="sm" className={classes.actions}>
          {actions}
          {!loggedIn && <LanguageButton />}
        </Group>
      </PageHeader>
      {children}
    </div>
  )
}
