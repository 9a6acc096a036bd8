import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DialogButtons.module.css'

/** The buttons of a dialog that may be taller than the screen, always in sight at its bottom. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" className={classes.buttons}>
    {children}
  </Group>
)
