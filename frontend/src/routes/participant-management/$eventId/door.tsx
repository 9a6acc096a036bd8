import { createFileRoute } from '@tanstack/react-router'
import { DoorSettingsScreen } from '~/features/checkin/settings/DoorSettingsScreen'

export const Route = createFileRoute('/participant-management/$eventId/door')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <DoorSettingsScreen key={eventId} eventId={eventId} />
  },
})
