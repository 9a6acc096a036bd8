import { createFileRoute } from '@tanstack/react-router'
import { StopMessagesScreen } from '~/features/messages/StopMessagesScreen'

export const Route = createFileRoute('/stop-messages/$token')({
  component: function Screen() {
    const { token } = Route.useParams()
    return <StopMessagesScreen key={token} token={token} />
  },
})
