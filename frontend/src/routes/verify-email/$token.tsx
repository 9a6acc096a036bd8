import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '~/features/accounts/VerifyEmailScreen'
import { landingOf } from '~/features/groups/join/landing'

export const Route = createFileRoute('/verify-email/$token')({
  component: function Screen() {
    const { token } = Route.useParams()
    return <VerifyEmailScreen key={token} token={token} landingOf={landingOf} />
  },
})
