import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface BackArrowProps {
  /** Where it leads, for screen readers. */
  label: string
  /** The link, which takes the props. */
  renderRoot: (props: object) => ReactNode
}

/** The way back at the beginning of a compact `PageHeader`. */
export const BackArrow = ({ label, renderRoot }: BackArrowProps) => (
  <ActionIcon variant="subtle" color="gray" size={40} ml={-12} aria-label={label} renderRoot={renderRoot}>
    <IconArrowLeft size={20} />
  </ActionIcon>
)
