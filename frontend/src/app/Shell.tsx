import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { lazy, type ReactElement, type ReactNode, Suspense } from 'react'
import { meQuery } from '~/features/accounts/queries'
import { showsSidebar } from '~/lib/paths'
import { mayOpen, needsLogin, useScreen } from '~/lib/screens'
import { useSession } from '~/lib/session'
import { CrashPage } from './CrashPage'
import { LoadingBar } from './LoadingBar'
import { ForbiddenPage } from './NoScreen'

export const loadFrame = () => import('./Frame')

const Frame = lazy(loadFrame)

/** Milliseconds the profile may be old before a screen change asks for it again. */
const ME_FRESH = 60_000

/** The frame did not come, or is of a version that is gone: only a new page loads it again. */
const NoFrame = ({ error }: ErrorComponentProps) => (
  <main>
    <CrashPage error={error} reset={() => window.location.reload()} />
  </main>
)

/** Around every screen: the frame of users who are logged in, otherwise nothing but the screen. */
export function Shell({ children }: { children: ReactNode }): ReactElement {
  const path = useLocation({ select: (location) => location.pathname })
  const screen = useScreen()
  const { loggedIn, profile } = useSession()
  useQuery({ ...meQuery, enabled: loggedIn, staleTime: ME_FRESH })
  const shown = loggedIn && !mayOpen(screen, profile) ? <ForbiddenPage /> : children
  const isGuarded = needsLogin(screen)
  return (
    <>
      <LoadingBar />
      {loggedIn && (isGuarded || showsSidebar(path)) ? (
        <CatchBoundary getResetKey={() => path} errorComponent={NoFrame}>
          <Suspense>
            <Frame path={path} isGuarded={isGuarded}>
              {shown}
            </Frame>
          </Suspense>
        </CatchBoundary>
      ) : (
        <main>{shown}</main>
      )}
    </>
  )
}
