import { createFileRoute } from '@tanstack/react-router'
import { InvitationScreen } from '~/features/groups/join/InvitationScreen'

export const Route = createFileRoute('/invitation/$token')({
  component: function Screen() {
    const { token } = Route.useParams()
    return <InvitationScreen key={token} token={token} />
  },
})
