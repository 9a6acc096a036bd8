import { createFileRoute } from '@tanstack/react-router'
import { WelcomeScreen } from '~/features/checkin/WelcomeScreen'

export const Route = createFileRoute('/event-management/checkin/$eventId')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <WelcomeScreen key={eventId} eventId={eventId} />
  },
})
