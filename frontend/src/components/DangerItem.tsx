import { Menu, type MenuItemProps } from '@mantine/core'
import type { ComponentProps } from 'react'

type Props = MenuItemProps & Pick<ComponentProps<'button'>, 'onClick'>

/**
 * A menu entry that takes something away. Mantine's own red is too pale on the entry that is pointed at, and too dark in
 * the dark scheme.
 */
export function DangerItem(props: Props) {
  return <Menu.Item color="var(--hoi-danger)" {...props} />
}
