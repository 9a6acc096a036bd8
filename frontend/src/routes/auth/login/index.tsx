import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '~/features/accounts/LoginScreen'
import { landingOf } from '~/features/groups/join/landing'

export const Route = createFileRoute('/auth/login/')({
  component: () => <LoginScreen landingOf={landingOf} />,
})
