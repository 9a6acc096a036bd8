import { Menu, Tooltip } from '@mantine/core'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'

interface DisabledWithReasonProps {
  /** Why it cannot be used now; absent when it can. */
  reason: string | undefined
  /** One button or menu item; a link (`renderRoot`) is disabled as well. */
  children: ReactElement<object>
}

/** Disables a control, which can still be focused and touched to read the reason. */
export function DisabledWithReason({ reason, children }: DisabledWithReasonProps) {
  if (!reason) return children
  // The arrow keys leave out menu items that are marked as disabled.
  const look =
    children.type === Menu.Item
      ? { closeMenuOnClick: false, style: { opacity: 0.55, cursor: 'not-allowed' } }
      : { 'data-disabled': true }
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      {cloneElement(children, {
        ...look,
        'aria-disabled': true,
        'aria-description': reason,
        renderRoot: undefined,
        onClick: (event: MouseEvent) => event.preventDefault(),
      } as object)}
    </Tooltip>
  )
}
