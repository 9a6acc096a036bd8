import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface ActionsMenuProps {
  /** Names the button for screen readers. */
  label: string
  /** The width of the opened menu, in pixels. */
  width: number
  /** Whether one of the actions is being carried out. */
  isPending?: boolean
  /** The menu's items. */
  children: ReactNode
}

/** The button with three dots that opens the actions on a row or card. */
export function ActionsMenu({ label, width, isPending = false, children }: ActionsMenuProps) {
  // Within the page's landmark, as readers who move by landmarks expect of its parts; a portal lies beside it.
  const page = document.querySelector('main') ?? undefined
  return (
    <Menu position="bottom-end" width={width} portalProps={{ target: page }}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} loading={isPending}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
