import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '~/features/accounts/SignUpScreen'
import { toHomeWhenLoggedIn } from '~/lib/guests'

export const Route = createFileRoute('/auth/sign-up/')({
  beforeLoad: toHomeWhenLoggedIn,
  component: SignUpScreen,
})
