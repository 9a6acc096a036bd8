import { createFileRoute } from '@tanstack/react-router'
import { RollCallScreen } from '~/features/roll-call/RollCallScreen'

export const Route = createFileRoute('/my-group/$groupId/roll-call/$eventId')({
  component: function Screen() {
    const { groupId, eventId } = Route.useParams()
    return <RollCallScreen key={eventId} groupId={groupId} eventId={eventId} />
  },
})
