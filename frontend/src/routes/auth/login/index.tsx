import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '~/features/accounts/LoginScreen'
import { landingOf } from '~/features/groups/join/landing'

export const Route = createFileRoute('/auth/login/')({
  // The first screen of most visits comes with the application, without a second journey to the server.
  codeSplitGroupings: [],
  component: () => <LoginScreen landingOf={landingOf} />,
})
