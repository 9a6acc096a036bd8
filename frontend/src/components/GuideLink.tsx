import { ActionIcon, Tooltip } from '@mantine/core'
import { IconHelp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import type guides from '~/locales/en/guides.json'

type Guides = typeof guides.task

/** A task of a guide, as `guide.task`: those to which a screen leads have their title in the texts. */
export type GuideTask = { [Guide in keyof Guides]: `${Guide}.${keyof Guides[Guide] & string}` }[keyof Guides]

/** Where a task is explained. */
export function guideAddress(task: GuideTask) {
  const [guide = '', id = ''] = task.split('.')
  return { to: '/guides/$guide', params: { guide }, hash: id } as const
}

/** The question mark that opens the explanation of a screen beside it, so that nothing typed here is lost. */
export function GuideLink({ task, variant = 'subtle' }: { task: GuideTask; variant?: 'subtle' | 'white' }) {
  const { t } = useTranslation()
  const label = t('guides.open', { task: t(`guides.task.${task}`) })
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={variant}
        color="gray"
        size={40}
        aria-label={label}
        renderRoot={(props) => <Link {...props} {...guideAddress(task)} {...LOGGED_IN_TAB} />}
      >
        <IconHelp size={20} />
      </ActionIcon>
    </Tooltip>
  )
}
