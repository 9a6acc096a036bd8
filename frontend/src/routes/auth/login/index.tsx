import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '~/features/accounts/LoginScreen'
import { toHomeWhenLoggedIn } from '~/lib/guests'

export const Route = createFileRoute('/auth/login/')({
  beforeLoad: toHomeWhenLoggedIn,
  component: LoginScreen,
})
