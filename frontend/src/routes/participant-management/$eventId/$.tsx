import { createFileRoute } from '@tanstack/react-router'
import { ParticipantsScreen } from '~/features/participants/ParticipantsScreen'

export const Route = createFileRoute('/participant-management/$eventId/$')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <ParticipantsScreen key={eventId} eventId={eventId} />
  },
})
