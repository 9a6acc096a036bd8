import { Burger, type BurgerProps, Indicator } from '@mantine/core'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaiting } from '~/features/groups/queries'
import { shownNumber } from './shownNumber'

interface MenuButtonProps extends Pick<BurgerProps, 'opened' | 'onClick'> {
  ref: Ref<HTMLButtonElement>
}

/** Opens the menu where it is hidden, and says how many things wait in groups, because only the open menu shows it. */
export function MenuButton({ opened, ...props }: MenuButtonProps) {
  const { t } = useTranslation()
  const waiting = useWaiting()
  const isMarked = !opened && waiting > 0
  const label = t(opened ? 'shell.closeMenu' : 'shell.openMenu')
  return (
    <Indicator label={shownNumber(waiting)} size={18} offset={10} disabled={!isMarked} zIndex={1}>
      <Burger
        {...props}
        opened={opened}
        aria-label={isMarked ? `${label}. ${t('shell.counted.waiting', { count: waiting })}` : label}
        aria-expanded={opened}
        aria-controls="sidebar"
        size="sm"
      />
    </Indicator>
  )
}
