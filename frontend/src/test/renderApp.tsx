import '~/features/participants/list/dialogs' // which a busy machine would load longer than a test waits
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { onTestFinished } from 'vitest'
import { Providers } from '~/app/Providers'
import { createAppRouter } from '~/app/router'
import { loadFrame } from '~/app/Shell'
import { toastError } from '~/components/toast'
import { loadRetentionModal } from '~/features/event-home/lateDialogs'
import { loadEventDialogs } from '~/features/events/lateDialogs'
import { createQueryClient } from '~/lib/queryClient'
import { startSession } from '~/lib/session'
import { loadGroupPanels } from '~/routes/my-group/$groupId/-latePanels'
import { http, LOGIN_RESULT, ME, ok, server } from './server'

/** The whole application at one path, as a browser would show it. */
export async function renderApp(path: string) {
  const queryClient = createQueryClient(toastError)
  const { router, stop } = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  // Otherwise it would ask for its data again when the next test logs in.
  onTestFinished(stop)
  // Otherwise a press would have to be awaited for as long as they take.
  await Promise.all([loadEventDialogs(), loadRetentionModal(), loadGroupPanels()])
  await router.load()
  const view = render(
    <Providers queryClient={queryClient} env="test">
      <RouterProvider router={router} />
    </Providers>,
  )
  await act(loadFrame)
  return {
    ...view,
    router,
    queryClient,
    user: userEvent.setup(),
    /** Acts like a return to the tab: refetches, and resolves when the screen shows the result. */
    refetch: (...queryKey: string[]) =>
      act(async () => {
        await queryClient.refetchQueries({ queryKey })
        await new Promise((shown) => setTimeout(shown))
      }),
    path: () => router.state.location.pathname,
  }
}

/** Logged in as an organiser, or with the given changes. */
export function loggedInAs(user: Partial<typeof LOGIN_RESULT.user> = {}, remember = true) {
  const whole = { ...LOGIN_RESULT.user, ...user }
  startSession({ ...LOGIN_RESULT, user: whole }, remember)
  server.use(
    http.get('/users/me', ({ response }) => response(200).json(ok({ ...ME, ...whole }))),
    // The menu of a group queries this.
    http.get('/notification/preference', ({ response }) =>
      response(200).json(ok({ digest: 'daily', items: [], mutedGroups: [] })),
    ),
    // The profile queries these as well.
    http.get('/users/me/sessions', ({ response }) => response(200).json(ok([]))),
    http.get('/users/me/api-keys', ({ response }) => response(200).json(ok([]))),
    http.get('/users/me/second-factor', ({ response }) =>
      response(200).json(ok({ isOn: false, isRequired: false, recoveryCodesLeft: 0 })),
    ),
    http.get('/users/me/qr-code', ({ response }) => response.untyped(new HttpResponse('PNG'))),
  )
}
