import { Group, Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { withKeptDashes } from '~/lib/dashes'
import { GuideLink, type GuideTask } from './GuideLink'

interface PageHeaderProps {
  title: string
  description?: React.ReactNode
  /** The task that explains the page. */
  guide?: GuideTask
  /** Takes one line, for a phone whose screen the list below needs; a title longer than two short lines is cut. */
  isCompact?: boolean
  /** The way back, before the title of a compact header. */
  back?: React.ReactNode
  /** Buttons, the most important one last. */
  children?: React.ReactNode
}

/** The one `<h1>` of a page; also names the browser tab. */
export function PageHeader({ title, description, guide, isCompact, back, children }: PageHeaderProps) {
  useDocumentTitle(`${title} · Hội`)
  return (
    <Group
      component="header"
      justify="space-between"
      align={isCompact ? 'center' : 'flex-start'}
      wrap={isCompact ? 'nowrap' : 'wrap'}
      gap={isCompact ? 4 : 'md'}
      mt={isCompact ? -24 : undefined}
      mb={isCompact ? 0 : 'lg'}
    >
      {back}
      <Stack gap={4} flex={description ? '1 1 180px' : '1 1 auto'} miw={0}>
        <Title order={1} {...(isCompact && { fz: 'md', lh: 1.3, pt: 2, lineClamp: 2, title })}>
          {withKeptDashes(title)}
        </Title>
        {description && (
          <Text component="div" c="dimmed">
            {description}
          </Text>
        )}
      </Stack>
      {(guide || children) && (
        <Group gap={isCompact ? 4 : 'sm'} wrap={isCompact ? 'nowrap' : undefined}>
          {guide && <GuideLink task={guide} />}
          {children}
        </Group>
      )}
    </Group>
  )
}
