import { Badge, Divider, Kbd, NavLink, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaiting } from '~/features/groups/queries'
import { useUnread } from '~/features/notifications/queries'
import { menuOf } from '~/lib/screens'
import { useSession } from '~/lib/session'
import { Bell } from './Bell'
import { Logo } from './Logo'
import classes from './Sidebar.module.css'
import { shownNumber } from './shownNumber'
import { UserMenu } from './UserMenu'

const NOTIFICATIONS = '/notifications'

/** The entries of the menu with a number. */
const COUNTED: Record<string, 'unread' | 'waiting' | undefined> = {
  [NOTIFICATIONS]: 'unread',
  '/my-group': 'waiting',
}

type Entry = ReturnType<typeof menuOf>[number]

interface SidebarProps {
  /** Opens the search over guests, events and screens. */
  onSearch: () => void
}

export function Sidebar({ onSearch }: SidebarProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const entries = menuOf(profile)
  const groups = entries.filter(({ isGroup }) => isGroup)
  return (
    <div className={classes.column}>
      <div className={classes.brand}>
        <Logo src={profile?.appLogo} />
        <Text fz="lg" fw={600}>
          Hội
        </Text>
        {!entries.some(({ path }) => path === NOTIFICATIONS) && <Bell />}
      </div>
      <UnstyledButton className={classes.search} onClick={onSearch} aria-keyshortcuts="Control+K">
        <IconSearch size={18} aria-hidden />
        <span className={classes.searchWord}>{t('shell.command.open')}</span>
        <Kbd size="xs" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <ScrollArea className={classes.menu} type="auto">
        <nav aria-label={t('shell.menu.label')}>
          {entries.map((entry) => {
            if (!entry.isGroup) return <MenuLink key={entry.path} {...entry} />
            return entry === groups[0] && <MenuHeading key="groups" entries={groups} />
          })}
        </nav>
      </ScrollArea>
      <Divider />
      <UserMenu />
    </div>
  )
}

/** Screens of an event belong to the events in the menu, whatever their path. */
const OF_AN_EVENT = /^\/(participant-management|lucky-draw)\/(?=.)/

/** Opens and closes its submenu; is no link itself. */
function MenuHeading({ entries }: { entries: Entry[] }) {
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
      {entries.map((entry) => (
        <MenuLink key={entry.path} {...entry} />
      ))}
    </NavLink>
  )
}

function MenuLink({ path, title, icon: Glyph }: Entry) {
  const { t } = useTranslation()
  const unread = useUnread()
  const waiting = useWaiting()
  const counted = COUNTED[path]
  const count = counted === 'unread' ? unread : counted === 'waiting' ? waiting : 0
  const current = useLocation({
    select: ({ pathname }) => pathname.replace(OF_AN_EVENT, '/event-management/'),
  })
  const active = current === path || current.startsWith(`${path}/`)
  return (
    <NavLink
      component={Link}
      to={path}
      className={classes.link}
      label={t(title)}
      leftSection={<Glyph size={20} stroke={1.5} />}
      rightSection={
        count > 0 && (
          <Badge circle={count < 10}>
            {/* Parts the number from the label for tools that read the text alone. */ ' '}
            {shownNumber(count)}
          </Badge>
        )
      }
      aria-label={counted && count > 0 ? t(`shell.counted.${counted}`, { count }) : undefined}
      active={active}
      activeOptions={{ exact: true }}
      aria-current={active ? 'page' : undefined}
    />
  )
}
