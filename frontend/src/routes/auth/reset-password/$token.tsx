import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '~/features/accounts/ResetPasswordScreen'

export const Route = createFileRoute('/auth/reset-password/$token')({
  component: function Screen() {
    const { token } = Route.useParams()
    return <ResetPasswordScreen key={token} token={token} />
  },
})
