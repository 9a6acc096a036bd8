import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconHelp, IconLogout, IconSelector, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { DangerItem } from '~/components/DangerItem'
import { LanguageItems } from '~/components/LanguageItems'
import { toast } from '~/components/toast'
import { logOut } from '~/lib/logOut'
import { LOGIN } from '~/lib/paths'
import { smallest } from '~/lib/pictureSizes'
import { useSession } from '~/lib/session'
import avatar from './avatar.svg?inline'
import classes from './Sidebar.module.css'

/** In the program, so that it needs no request. */
export const DEFAULT_AVATAR = avatar

/** The logged-in user, with a popover for the account and the way to the guides. */
export function UserMenu() {
  const { t } = useTranslation()
  const { profile } = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const askLogOut = async () => {
    const agreed = await confirm({
      title: t('shell.logout.title'),
      message: t('shell.logout.question'),
      confirm: t('common.ok'),
    })
    if (!agreed) return
    // While something is still being saved, its own result is shown instead of the farewell.
    const busy = queryClient.isMutating() > 0
    await logOut()
    await navigate({ to: LOGIN })
    if (!busy) toast.success(t('shell.logout.done'))
  }

  return (
    <Menu position="top-start" width={232} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <Avatar src={smallest(profile?.avatar) || DEFAULT_AVATAR} alt="" size={40}>
            <img src={DEFAULT_AVATAR} alt="" width={40} height={40} />
          </Avatar>
          <span className={classes.name}>
            <Text component="span" display="block" fw={500} truncate>
              {profile?.fullName}
            </Text>
            <Text component="span" display="block" size="xs" c="dimmed" truncate>
              {profile?.email}
            </Text>
          </span>
          <IconSelector size={18} stroke={1.5} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
        <Menu.Item leftSection={<IconUser size={18} />} onClick={() => void navigate({ to: '/profile' })}>
          {t('shell.menu./profile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHelp size={18} />} onClick={() => void navigate({ to: '/guides' })}>
          {t('shell.guides')}
        </Menu.Item>
        <Menu.Divider />
        <DangerItem leftSection={<IconLogout size={18} />} onClick={() => void askLogOut()}>
          {t('shell.logout.action')}
        </DangerItem>
      </Menu.Dropdown>
    </Menu>
  )
}
