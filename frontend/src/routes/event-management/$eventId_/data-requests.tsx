import { createFileRoute } from '@tanstack/react-router'
import { DataRequestsScreen } from '~/features/participants/DataRequestsScreen'

export const Route = createFileRoute('/event-management/$eventId_/data-requests')({
  component: function Screen() {
    const { eventId } = Route.useParams()
    return <DataRequestsScreen key={eventId} eventId={eventId} />
  },
})
