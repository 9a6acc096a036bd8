import { Burger, Text } from '@mantine/core'
import { useHotkeys, useMediaQuery } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import {
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { MustChangePasswordScreen } from '~/features/accounts/MustChangePasswordScreen'
import { MustSetUpSecondFactorScreen } from '~/features/accounts/MustSetUpSecondFactorScreen'
import { meQuery } from '~/features/accounts/queries'
import { refreshNotifiedGroup } from '~/features/groups/queries'
import { refreshNotifications } from '~/features/notifications/queries'
import { loadTexts } from '~/lib/language'
import { showsSidebar } from '~/lib/paths'
import { isAdmin } from '~/lib/permissions'
import { type LiveNotification, useRealtime } from '~/lib/realtime'
import { mayOpen, needsLogin, useScreen } from '~/lib/screens'
import { useSession } from '~/lib/session'
import { Bell } from './Bell'
import { LoadingBar } from './LoadingBar'
import { Logo } from './Logo'
import { MailOutage } from './MailOutage'
import { ForbiddenPage } from './NoScreen'
import { notify } from './notify'
import classes from './Shell.module.css'
import { Sidebar } from './Sidebar'

/** With the names of an event's parts. */
async function loadCommandBar() {
  await loadTexts(['events'])
  return { default: (await import('./CommandBar')).CommandBar }
}

const CommandBar = lazy(loadCommandBar)

/** Up to this width the sidebar slides in over the content; the same number is in Shell.module.css. */
const SIDEBAR_NARROW = '(max-width: 1024px)'

/** Milliseconds the profile may be old before a screen change asks for it again. */
const ME_FRESH = 60_000

/** Around every screen: the sidebar where the path rules allow one, otherwise nothing but the screen. */
export function Shell({ children }: { children: ReactNode }): ReactElement {
  const path = useLocation({ select: (location) => location.pathname })
  const screen = useScreen()
  const { loggedIn, profile } = useSession()
  useQuery({ ...meQuery, enabled: loggedIn, staleTime: ME_FRESH })
  useLiveNotifications(path)
  // Stays until the recovery codes were kept, whatever the server says of the account meanwhile.
  const [settingUp, setSettingUp] = useState(false)
  useEffect(() => {
    if (profile?.mustSetUpSecondFactor) setSettingUp(true)
    if (!profile) setSettingUp(false)
  }, [profile])
  if (profile?.mustChangePassword && needsLogin(screen)) {
    return (
      <main>
        <MustChangePasswordScreen />
      </main>
    )
  }
  if ((profile?.mustSetUpSecondFactor || settingUp) && needsLogin(screen)) {
    return (
      <main>
        <MustSetUpSecondFactorScreen onDone={() => setSettingUp(false)} />
      </main>
    )
  }
  const shown = loggedIn && !mayOpen(screen, profile) ? <ForbiddenPage /> : children
  return (
    <>
      <LoadingBar />
      {loggedIn && showsSidebar(path) ? <WithSidebar path={path}>{shown}</WithSidebar> : <main>{shown}</main>}
    </>
  )
}

function useLiveNotifications(path: string) {
  const isStage = useRef(false)
  // A hall looks at the screens without the menu: what a person is told is not for it.
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
  useRealtime({ onNotification, onReconnect })
}

function WithSidebar({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const narrow = useMediaQuery(SIDEBAR_NARROW, undefined, { getInitialValueInEffect: false })
  const [opened, setOpened] = useState(false)
  const sidebar = useRef<HTMLElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const hidden = narrow && !opened
  const [isSearching, setSearching] = useState(false)
  // In stock when it is called, so that no key pressed right afterwards goes to the screen behind. Not every browser can
  // tell when it has nothing to do; those load it when it is called.
  useEffect(() => {
    window.requestIdleCallback?.(() => void loadCommandBar().catch(() => undefined))
  }, [])
  // Also while somebody types: no field has a use for it.
  useHotkeys([['mod+K', () => setSearching(true)]], [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, so the menu has done its work.
  useEffect(() => setOpened(false), [path])

  useEffect(() => {
    if (narrow && opened) sidebar.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [narrow, opened])

  const close = () => {
    setOpened(false)
    toggle.current?.focus()
  }

  return (
    <div className={classes.frame}>
      <a href="#content" className={classes.skip}>
        {t('shell.skipToContent')}
      </a>
      <section className={classes.bar} aria-label={t('shell.topBar')}>
        <Burger
          ref={toggle}
          opened={opened}
          onClick={() => setOpened(!opened)}
          aria-label={t(opened ? 'shell.closeMenu' : 'shell.openMenu')}
          aria-expanded={opened}
          aria-controls="sidebar"
          size="sm"
        />
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
        onKeyDown={(event) => {
          if (narrow && event.key === 'Escape' && !event.defaultPrevented) close()
        }}
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
      {isSearching && (
        <Suspense>
          <CommandBar onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </div>
  )
}
