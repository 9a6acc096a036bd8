import { Loader, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './ActionsMenu.module.css'

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

/**
 * The button with three dots that opens the actions on a row or card. Its menu is made at the first press: long lists have
 * many such buttons, and few are pressed.
 */
export function ActionsMenu({ label, width, isPending = false, children }: ActionsMenuProps) {
  const [wasPressed, setPressed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (!wasPressed) return
    // The menu gives the focus back to the element that has it when the menu opens.
    button.current?.focus({ preventScroll: true })
    setOpen(true)
  }, [wasPressed])
  const dots = (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      disabled={isPending}
      onClick={() => setPressed(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' || isOpen) return
        event.preventDefault()
        setPressed(true)
        setOpen(wasPressed)
      }}
    >
      {isPending ? <Loader size={18} /> : <IconDotsVertical size={18} />}
    </button>
  )
  if (!wasPressed) return dots
  // Within the page's landmark, as readers who move by landmarks expect of its parts; a portal lies beside it.
  const page = document.querySelector('main') ?? undefined
  return (
    <Menu
      position="bottom-end"
      width={width}
      portalProps={{ target: page }}
      opened={isOpen}
      onChange={setOpen}
    >
      <Menu.Target>{dots}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
