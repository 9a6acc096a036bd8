import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { withKeptDashes } from '~/lib/dashes'
import { GuideLink, type GuideTask } from './GuideLink'

interface PageHeaderProps {
  title: string
  description?: React.ReactNode
  /** The task that explains the page. */
  guide?: GuideTask
  /** Takes one line, for a phone whose screen the list below needs; a longer title is cut. */
  isCompact?: boolean
  /** Buttons, the most important one last. */
  children?: React.ReactNode
}

/** The one `<h1>` of a page; also names the browser tab. */
export function PageHeader({ title, description, guide, isCompact, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Hội`)
  return (
    <Group
      component="header"
      justify="space-between"
      align={isCompact ? 'center' : 'flex-start'}
      wrap={isCompact ? 'nowrap' : 'wrap'}
      flex={isCompact ? 1 : undefined}
      miw={0}
      gap={isCompact ? 4 : 'md'}
      mb={isCompact ? 4 : 'lg'}
    >
      <Stack gap={4} flex={description ? '1 1 200px' : '1 1 auto'} miw={0}>
        <Title order={1} lineClamp={isCompact ? 1 : undefined} title={isCompact ? title : undefined}>
          {withKeptDashes(title)}
        </Title>
        {description && (
          <Text component="div" c="dimmed">
            {description}
          </Text>
        )}
      </Stack>
      {(guide || children) && (
        <Group gap="sm">
          {guide && <GuideLink task={guide} />}
          {children}
        </Group>
      )}
    </Group>
  )
}
