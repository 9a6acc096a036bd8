import { createFileRoute } from '@tanstack/react-router'
import { UnsubscribeScreen } from '~/features/notifications/UnsubscribeScreen'

export const Route = createFileRoute('/unsubscribe/$token')({
  component: function Screen() {
    const { token } = Route.useParams()
    return <UnsubscribeScreen key={token} token={token} />
  },
})
