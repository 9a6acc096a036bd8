import './mantine'
import '~/lib/roboto.css'
import './global.css'
import './firstSheets'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { toastError } from '~/components/toast'
import { followSession } from '~/features/notifications/push'
import { cspNonce } from '~/lib/cspNonce'
import { awaitFirstScreen } from '~/lib/firstScreen'
import { chooseLanguage, language } from '~/lib/language'
import { storedLanguage } from '~/lib/languages'
import { afterPageLogin } from '~/lib/pageLogin'
import { createQueryClient } from '~/lib/queryClient'
import { session } from '~/lib/session'
import { wearStyleSheet } from '~/lib/styleSheet'
import { Providers } from './Providers'
import { createAppRouter } from './router'
import { loadFrame } from './Shell'

const nonce = cspNonce()
if (nonce) setNonce(nonce) // for the scroll lock below modals and menus, which makes a style element of its own

const queryClient = createQueryClient(toastError)
const { router } = createAppRouter(queryClient)
awaitFirstScreen(queryClient, router)

if (session().loggedIn) void loadFrame().catch(() => undefined) // beside the screen, which the router loads

// Shown by index.html until then.
const stop = router.subscribe('onRendered', () => {
  document.getElementById('first')?.remove()
  stop()
})

const root = document.getElementById('root')
if (root) {
  afterPageLogin(() => {
    // Chosen in the page after the application had been loaded.
    if (storedLanguage() !== language()) chooseLanguage(storedLanguage())
    void wearStyleSheet().then(() =>
      createRoot(root).render(
        <Providers queryClient={queryClient}>
          <RouterProvider router={router} />
        </Providers>,
      ),
    )
  })
}
followSession()
