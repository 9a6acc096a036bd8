import { Divider, NavLink, ScrollArea, Text } from '@mantine/core'
import {
  type Icon,
  IconBell,
  IconBuildingCommunity,
  IconCalendarEvent,
  IconCompass,
  IconLayoutDashboard,
  IconNews,
  IconPackage,
  IconUserCheck,
  IconUsersGroup,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MenuPath, menuOf } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { Logo } from './Logo'
import classes from './Sidebar.module.css'
import { UserMenu } from './UserMenu'

const ICONS: Record<MenuPath, Icon> = {
  '/event-management': IconCalendarEvent,
  '/participant-management': IconUserCheck,
  '/my-feed': IconNews,
  '/my-group': IconUsersGroup,
  '/discovery': IconCompass,
  '/notifications': IconBell,
  '/dashboard': IconLayoutDashboard,
  '/committee-management': IconBuildingCommunity,
  '/group-management': IconUsersGroup,
  '/plan-management': IconPackage,
}

export function Sidebar() {
  const { t } = useTranslation()
  const { profile } = useSession()
  return (
    <div className={classes.column}>
      <div className={classes.brand}>
        <Logo src={profile?.appLogo} />
        <Text fz="lg" fw={600}>
          Hội
        </Text>
      </div>
      <ScrollArea className={classes.menu} type="auto">
        <nav aria-label={t('shell.menu.label')}>
          {menuOf(profile).map((entry) =>
            'path' in entry ? (
              <MenuLink key={entry.path} path={entry.path} />
            ) : (
              <MenuHeading key={entry.heading} paths={entry.children} />
            ),
          )}
        </nav>
      </ScrollArea>
      <Divider />
      <UserMenu />
    </div>
  )
}

/** Opens and closes what stands under it; not a link itself. */
function MenuHeading({ paths }: { paths: MenuPath[] }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(true)
  return (
    <NavLink
      component="button"
      className={classes.link}
      label={t('shell.menu.groups')}
      leftSection={<IconUsersGroup size={20} stroke={1.5} />}
      childrenOffset={20}
      opened={opened}
      onChange={setOpened}
      aria-expanded={opened}
    >
      {paths.map((path) => (
        <MenuLink key={path} path={path} />
      ))}
    </NavLink>
  )
}

function MenuLink({ path }: { path: MenuPath }) {
  const { t } = useTranslation()
  const current = useLocation({ select: (location) => location.pathname })
  const active = current === path || current.startsWith(`${path}/`)
  const Glyph = ICONS[path]
  return (
    <NavLink
      component={Link}
      to={path}
      className={classes.link}
      label={t(`shell.menu.${path}`)}
      leftSection={<Glyph size={20} stroke={1.5} />}
      active={active}
      aria-current={active ? 'page' : undefined}
    />
  )
}
