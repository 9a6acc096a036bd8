import { Text } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWaitingText } from '~/components/useKept'
import { meQuery } from '~/features/accounts/queries'
import { refreshNotifiedGroup } from '~/features/groups/queries'
import { refreshNotifications } from '~/features/notifications/queries'
import { type LiveNotification, useLiveNotifications } from '~/lib/liveNotifications'
import { showsSidebar } from '~/lib/paths'
import { isAdmin } from '~/lib/permissions'
import { useSession } from '~/lib/session'
import { Bell } from './Bell'
import { CommandBar } from './CommandBar'
import classes from './Frame.module.css'
import { Logo } from './Logo'
import { MailOutage } from './MailOutage'
import { MenuButton } from './MenuButton'
import { notify } from './notify'
import { Sidebar } from './Sidebar'

const MustChangePasswordScreen = lazy(() => import('~/features/accounts/MustChangePasswordScreen'))
const MustSetUpSecondFactorScreen = lazy(() => import('~/features/accounts/MustSetUpSecondFactorScreen'))

/** Up to this width the sidebar slides in over the content; the same number is in Frame.module.css. */
const SIDEBAR_NARROW = '(max-width: 1024px)'

/** Milliseconds for which a socket that connects receives the notifications it missed, with a margin. */
const SILENCE = 20_000

interface FrameProps {
  path: string
  /** Whether the screen is closed while the account lacks something. */
  isGuarded: boolean
  children: ReactNode
}

/** Around the screens of users who are logged in. It is loaded with the first of them, not with the login. */
export default function Frame({ path, isGuarded, children }: FrameProps) {
  const { profile } = useSession()
  useNews(path)
  useWaitingText(path)
  // Stays until the recovery codes were kept, whatever the server says of the account meanwhile.
  const [settingUp, setSettingUp] = useState(false)
  useEffect(() => {
    if (profile?.mustSetUpSecondFactor) setSettingUp(true)
    if (!profile) setSettingUp(false)
  }, [profile])
  if (profile?.mustChangePassword && isGuarded) {
    return (
      <main>
        <MustChangePasswordScreen />
      </main>
    )
  }
  if ((profile?.mustSetUpSecondFactor || settingUp) && isGuarded) {
    return (
      <main>
        <MustSetUpSecondFactorScreen onDone={() => setSettingUp(false)} />
      </main>
    )
  }
  return showsSidebar(path) ? <WithSidebar path={path}>{children}</WithSidebar> : <main>{children}</main>
}

function useNews(path: string) {
  const isStage = useRef(false)
  // A hall looks at the screens without the menu, and must not see personal notifications.
  isStage.current = !showsSidebar(path)
  const navigate = useNavigate()
  const client = useQueryClient()
  const onReconnect = useCallback(() => void refreshNotifications(client), [client])
  const onNotification = useCallback(
    (notification: LiveNotification) => {
      void refreshNotifications(client)
      void refreshNotifiedGroup(client, notification)
      if (notification.browser && !isStage.current)
        notify(notification, () => void navigate({ to: '/notifications' }))
    },
    [client, navigate],
  )
  useLiveNotifications({ onNotification, onReconnect })
  // Without the frame there was no socket. A socket that connects receives only the notifications of the last half
  // minute.
  useEffect(() => {
    const readAt = client.getQueryState(meQuery.queryKey)?.dataUpdatedAt
    if (readAt && Date.now() - readAt > SILENCE) void refreshNotifications(client)
  }, [client])
}

function WithSidebar({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const narrow = useMediaQuery(SIDEBAR_NARROW, undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const sidebar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const hidden = narrow && !opened
  const [isSearching, setSearching] = useState(false)
  // Works in text fields, too: none of them uses this shortcut.
  useHotkeys([['mod+K', () => setSearching(true)]], [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, so the menu has done its work.
  useEffect(() => setOpened(false), [path])

  useEffect(() => {
    if (narrow && opened) sidebar.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [narrow, opened])

  const close = useCallback(() => {
    setOpened(false)
    toggle.current?.focus()
  }, [])

  useEffect(() => {
    if (!narrow || !opened) return
    const onKey = (event: KeyboardEvent) => {
      // Wherever the focus is, for a press beside the links takes it away. Dropdowns and dialogs, which are not in the
      // frame, close by themselves.
      const isHere = event.target === document.body || frame.current?.contains(event.target as Node)
      if (event.key === 'Escape' && !event.defaultPrevented && isHere) close()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [narrow, opened, close])

  return (
    <div ref={frame} className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('shell.skipToContent')}
      </a>
      <section className={classes.bar} aria-label={t('shell.topBar')}>
        <MenuButton ref={toggle} opened={opened} onClick={() => setOpened(!opened)} />
        <Logo size={28} />
        <Text fw={600}>Hội</Text>
        <Bell />
      </section>
      <aside
        ref={sidebar}
        id="sidebar"
        className={classes.sidebar}
        data-opened={opened || undefined}
        inert={hidden}
        aria-label={t('shell.sidebar')}
      >
        <Sidebar onSearch={() => setSearching(true)} />
      </aside>
      <main
        id="content"
        className={classes.content}
        data-behind={(narrow && opened) || undefined}
        onClickCapture={(event) => {
          if (!narrow || !opened) return
          event.preventDefault()
          event.stopPropagation()
          close()
        }}
      >
        <div className={classes.page}>
          {isAdmin(profile) && <MailOutage />}
          {children}
        </div>
      </main>
      {isSearching && <CommandBar onClose={() => setSearching(false)} />}
    </div>
  )
}
