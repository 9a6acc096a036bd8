import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface EmptyStateProps {
  icon: Icon
  title: string
  /** A sentence about the reader's next step. */
  description?: React.ReactNode
  /** The level of the heading: 1 if it is the whole page, 3 below a heading of its own. */
  order?: 1 | 2 | 3
  /** The button for the step in `description`. */
  children?: React.ReactNode
}

export function EmptyState({ icon: Glyph, title, description, order = 2, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" py={48} px="md" ta="center">
      <ThemeIcon size={56} radius="xl" variant="light" aria-hidden>
        <Glyph size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={order} fz="lg">
        {title}
      </Title>
      {description && (
        <Text c="dimmed" maw={440}>
          {description}
        </Text>
      )}
      {children}
    </Stack>
  )
}
