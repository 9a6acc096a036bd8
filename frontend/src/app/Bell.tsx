import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useUnread } from '~/features/notifications/queries'
import { shownNumber } from './shownNumber'

/** The way to the notifications where the menu does not show it, with the number of unread ones. */
export function Bell() {
  const { t } = useTranslation()
  const unread = useUnread()
  return (
    <Indicator label={shownNumber(unread)} size={18} offset={10} disabled={unread === 0} ml="auto" zIndex={1}>
      <ActionIcon
        component={Link}
        to="/notifications"
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('shell.counted.unread', { count: unread })}
      >
        <IconBell size={22} stroke={1.5} />
      </ActionIcon>
    </Indicator>
  )
}
